import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { decodeText } from '../../kinds/decode-text.ts';
import { textEncodingOf } from '../../kinds/text-encoding.ts';
import { markdownOfPage, type PageText } from '../markup/markdown-of-page.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { plainText } from '../texts/plain-text.ts';
import { decodedText } from '../texts/read-text.ts';

/** The most attachments that are named. */
const mostNamed = 20;
/** A part in plain text with less than this share of the words of the page only says that the page cannot be shown. */
const leastShare = 0.2;

/**
 * Reads a mail: who wrote it to whom and when, its subject, its text and the attachments that are text. Other attachments are named. Nothing
 * is loaded. Throws ReadingProblem.
 */
export async function readMail(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const mail = await PostalMime.parse(await readable(bytes), { attachmentEncoding: 'arraybuffer' }).catch((error) => {
    throw new ReadingProblem('This mail is damaged or incomplete.', { cause: error });
  });
  const page = mail.html ? markdownOfPage(mail.html, limits.characters * 2) : null;
  const parts = [headerOf(mail), bodyOf(mail, page)];
  const unread: Attachment[] = [];
  for (const attachment of mail.attachments.filter((each) => !isOfPage(each))) {
    const text = await textOf(attachment);
    if (text === null) unread.push(attachment);
    else parts.push(`## Attachment ${attachment.filename ?? ''}`.trim(), text);
  }
  const collector = new TextCollector(limits);
  const isWhole = collector.add(parts.filter((part) => part !== '').join('\n\n'));
  if (!collector.hasText) throw new ReadingProblem('This mail has no text.');
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(mail.subject),
    leftOut: isWhole ? null : collector.cutSentence,
    without: withoutOf(unread, page),
  });
}

/** The mail in a form that the package reads: programs also save mails as UTF-16, or write bytes beyond ASCII without saying their encoding. */
async function readable(bytes: Uint8Array): Promise<Uint8Array | string> {
  const encoding = await textEncodingOf(bytes);
  if (encoding === null || encoding.name === 'utf-8') return bytes;
  const isDeclared = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('charset=');
  return /^utf-(16|32)/.test(encoding.name) || !isDeclared ? decodeText(bytes, encoding.name) : bytes;
}

/** What a page that a browser saved needs to look and work as it did. */
const isOfPage = ({ mimeType, filename }: Attachment): boolean =>
  filename === null && /^(text\/css|(text|application)\/(x-)?javascript|font\/.*)$/i.test(mimeType);

function headerOf({ from, to, cc, bcc, replyTo, subject, headers, date }: Email): string {
  const written = headers.find(({ key }) => key === 'date')?.value ?? date;
  const lines: [string, string | undefined][] = [
    ['From', from && listed([from])],
    ['Reply-To', replyTo && listed(replyTo)],
    ['To', to && listed(to)],
    ['Cc', cc && listed(cc)],
    ['Bcc', bcc && listed(bcc)],
    ['Date', written],
    ['Subject', subject],
  ];
  return lines
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

const listed = (addresses: readonly Address[]): string => addresses.map(written).join(', ');

function written({ name, address, group }: Address): string {
  if (group) return `${name}: ${listed(group)}`;
  if (!address) return name;
  return name && name !== address ? `${name} <${address}>` : address;
}

/** The plain text, or the text of the page if there is none or it only refers to the page. */
function bodyOf({ text = '' }: Email, page: PageText | null): string {
  const plain = plainText(text).trim();
  if (!page) return plain;
  const words = (of: string) => of.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  const ofPage = page.text.replace(/\]\([^()]*\)/g, ']');
  return words(plain) >= words(ofPage) * leastShare && plain !== '' ? plain : page.text;
}

/** The text of an attachment that is text; null for all others. */
async function textOf({ mimeType, filename, content }: Attachment): Promise<string | null> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const isText =
    /^(text\/|message\/|application\/(json|xml|yaml|x-yaml|javascript|sql)\b)|\+(json|xml)$/i.test(mimeType) ||
    /\.(txt|md|csv|tsv|json|xml|ya?ml|log|ics|vcf)$/i.test(filename ?? '');
  if (!isText || bytes.length === 0 || (await textEncodingOf(bytes)) === null) return null;
  const { text } = await decodedText(bytes);
  return /^text\/html$/i.test(mimeType) ? markdownOfPage(text, text.length).text : plainText(text).trim();
}

/** The attachments that were not read, with their names, and pictures within the page. */
function withoutOf(attachments: readonly Attachment[], page: PageText | null): string[] {
  const isShown = ({ mimeType, related, disposition }: Attachment) =>
    mimeType.startsWith('image/') && (related === true || disposition === 'inline');
  const shown = attachments.filter(isShown).length;
  const others = attachments.filter((each) => !isShown(each));
  const pictures = Math.max(shown, page?.pictures ?? 0);
  const names = others.slice(0, mostNamed).map(({ filename, mimeType }) => filename?.trim() || mimeType);
  const more = others.length > mostNamed ? ` and ${(others.length - mostNamed).toLocaleString('en')} more` : '';
  return [
    ...(others.length > 0
      ? [
          `${others.length === 1 ? '1 attachment' : `${others.length.toLocaleString('en')} attachments`}: ${names.join(', ')}${more}`,
        ]
      : []),
    ...(pictures > 0 ? [pictures === 1 ? '1 picture' : `${pictures.toLocaleString('en')} pictures`] : []),
  ];
}
