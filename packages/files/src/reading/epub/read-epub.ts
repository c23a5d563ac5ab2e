import { posix } from 'node:path';
import { markdownOfPage } from '../markup/markdown-of-page.ts';
import { openZip, type ZipParts } from '../markup/open-zip.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { eachElement } from '../xml.ts';

type Book = { title: string; creators: string[]; chapters: string[] };

/** Reads the chapters of an e-book in reading order (EPUB 3.3, 5.7.2), then what is outside of it, such as notes. Throws ReadingProblem. */
export async function readEpub(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openZip(bytes, limits);
  await refuseProtected(archive);
  const { title, creators, chapters } = await bookIn(archive);
  const collector = new TextCollector(limits);
  const parts: string[] = creators.length > 0 ? [`By ${creators.join(', ')}`] : [];
  let length = 0;
  let pictures = 0;
  let missing = 0;
  for (const path of chapters) {
    if (!archive.has(path)) {
      missing++;
      continue;
    }
    const page = markdownOfPage(await archive.text(path), limits.characters * 2 - length, { isXml: true });
    pictures += page.pictures;
    length += page.text.length;
    if (page.text !== '') parts.push(page.text);
    if (length > limits.characters * 2) break;
  }
  if (length === 0) throw new ReadingProblem('This book has no text in its chapters.');
  const isWhole = collector.add(parts.join('\n\n'));
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(title),
    leftOut: isWhole ? null : collector.cutSentence,
    without: [...counted(pictures, 'picture'), ...counted(missing, 'missing chapter')],
  });
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${what}` : `${count.toLocaleString('en')} ${what}s`];

/** Fonts may be obfuscated in any book; what else is encrypted is protected against copying (EPUB 3.3, 4.2.6.3.2). */
async function refuseProtected(archive: ZipParts): Promise<void> {
  const path = 'META-INF/encryption.xml';
  if (!archive.has(path)) return;
  let isFont = false;
  eachElement(await archive.text(path), {
    open(name, attributes) {
      if (name === 'EncryptionMethod') isFont = /obfuscation|RC$/i.test(attributes().Algorithm ?? '');
      if (name === 'CipherReference' && !isFont && /\.x?html?$/i.test(attributes().URI ?? ''))
        throw new ReadingProblem('This book is protected against copying, so it cannot be read.');
    },
  });
}

async function bookIn(archive: ZipParts): Promise<Book> {
  const path = await packagePath(archive);
  const book: Book = { title: '', creators: [], chapters: [] };
  const items = new Map<string, string>();
  const spine: string[] = [];
  const aside: string[] = [];
  let field = '';
  let text = '';
  eachElement(await archive.text(path), {
    open(name, attributes) {
      field = name;
      text = '';
      if (name === 'item') {
        const { id = '', href = '' } = attributes();
        items.set(id, pathOf(path, href));
      }
      if (name === 'itemref') {
        const { idref = '', linear } = attributes();
        (linear === 'no' ? aside : spine).push(idref);
      }
    },
    text(part) {
      text += part;
    },
    close(name) {
      if (name !== field) return;
      if (name === 'title' && book.title === '') book.title = text.trim();
      if (name === 'creator' && text.trim() !== '') book.creators.push(text.trim());
    },
  });
  book.chapters = [...new Set([...spine, ...aside])].flatMap((id) => items.get(id) ?? []);
  return book;
}

/** Where the package document is, which lists the parts of the book. */
async function packagePath(archive: ZipParts): Promise<string> {
  let path = '';
  const container = 'META-INF/container.xml';
  if (archive.has(container))
    eachElement(await archive.text(container), {
      open(name, attributes) {
        if (name === 'rootfile' && path === '') path = attributes()['full-path'] ?? '';
      },
    });
  if (archive.has(path)) return path;
  const found = archive.paths().find((each) => /\.opf$/i.test(each));
  if (found === undefined) throw new ReadingProblem('This book is damaged or incomplete.');
  return found;
}

function pathOf(from: string, href: string): string {
  const [plain = ''] = href.split('#', 1);
  const joined = posix.join(posix.dirname(from), plain);
  try {
    return decodeURIComponent(joined);
  } catch {
    return joined;
  }
}
