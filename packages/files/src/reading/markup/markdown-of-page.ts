import { Parser } from 'htmlparser2';
import { ReadingProblem } from '../read-result.ts';
import { BlockWriter } from './block-writer.ts';

/** The text of a page in HTML, and what it has beside that. */
export type PageText = {
  /** As Markdown. */
  text: string;
  title: string | null;
  /** Pictures that have no words of their own. */
  pictures: number;
  /** Programs and rules for the look, which are no text. */
  hasScripts: boolean;
  hasStyles: boolean;
};

const unseen = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'object',
  'iframe',
  'audio',
  'video',
  'canvas',
  'datalist',
]);
const blocks = new Set(
  'address article aside body center dd details dialog div dl dt fieldset figcaption figure footer form header hgroup hr html legend main nav optgroup option p search section summary caption'.split(
    ' ',
  ),
);
const cellNames = new Set(['td', 'th']);
const headings = /^h([1-6])$/;
/** A longer address says nothing to a reader. */
const longestAddress = 300;
/** How deep elements are followed, and how deep they may be. Browsers follow 512, and the parser takes time for each level. */
const deepest = { followed: 2000, taken: 20_000 };

type Open = { name: string; end: string; isUnseen: boolean };

/**
 * The text of a page: what a browser shows of it, also of pages that are not well-formed, without running or loading anything. Stops after
 * about `most` characters. In XHTML, an element without content may be closed at once.
 */
export function markdownOfPage(html: string, most: number, { isXml = false } = {}): PageText {
  const writer = new BlockWriter();
  const page: PageText = { text: '', title: null, pictures: 0, hasScripts: false, hasStyles: false };
  const open: Open[] = [];
  let unseenDepth = 0;
  let preformatted = 0;
  let depth = 0;
  let title: string | null = null;
  let isRaised = false;

  function write(text: string): void {
    // 10 to the power of 6 is not 106.
    if (isRaised && /^[-+−]?\d/.test(text)) writer.text('^');
    isRaised = false;
    const plain = preformatted > 0 ? text : text.replace(/[ \t\r\n\f]+/g, ' ');
    writer.text(preformatted === 0 && writer.isAfterSpace ? plain.replace(/^ /, '') : plain);
  }

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth > deepest.taken)
          throw new ReadingProblem('This page has too many parts within each other to be read.');
        if (open.length > deepest.followed) return;
        const isUnseen = unseen.has(name) || isHidden(attributes);
        if (isUnseen) unseenDepth++;
        open.push({ name, isUnseen, end: unseenDepth > 0 ? '' : start(name, attributes) });
        if (name === 'title' && page.title === null && unseenDepth === 0) title = '';
      },
      ontext(text) {
        const last = open.at(-1)?.name;
        if (last === 'script' && text.trim() !== '') page.hasScripts = true;
        if (last === 'style' && text.trim() !== '') page.hasStyles = true;
        if (title !== null) title += text;
        else if (unseenDepth === 0) write(text);
      },
      onclosetag(name) {
        depth--;
        const at = open.findLastIndex((each) => each.name === name);
        if (at === -1) return;
        if (name === 'title' && title !== null) {
          page.title = title;
          title = null;
        }
        for (const each of open.splice(at).toReversed()) {
          if (each.isUnseen) unseenDepth--;
          else if (unseenDepth === 0) close(each);
        }
        if (writer.characters > most) parser.pause();
      },
    },
    { recognizeSelfClosing: isXml, recognizeCDATA: isXml },
  );

  /** Begins an element, and returns what is written when it ends. */
  function start(name: string, attributes: Record<string, string>): string {
    const [, level] = headings.exec(name) ?? [];
    if (level !== undefined) writer.startBlock(`${'#'.repeat(Number(level))} `);
    else if (blocks.has(name)) writer.startBlock();
    else startOther(name, attributes);
    if (name === 'pre' || name === 'textarea') preformatted++;
    return startWithin(name, attributes);
  }

  function startOther(name: string, attributes: Record<string, string>): void {
    const number = (key: string) => (/^\d{1,6}$/.test(attributes[key] ?? '') ? Number(attributes[key]) : undefined);
    if (name === 'br') writer.breakLine();
    else if (name === 'pre') writer.startBlock();
    else if (name === 'ul' || name === 'menu') writer.startList(false);
    else if (name === 'ol') writer.startList(true, number('start'));
    else if (name === 'li') writer.startItem(undefined, number('value'));
    else if (name === 'blockquote') writer.startQuote();
    else if (name === 'table') writer.startTable();
    else if (name === 'tr') writer.startRow();
    else if (cellNames.has(name)) writer.startCell(number('colspan'), number('rowspan'));
  }

  /** Marks before and after what is in a line. */
  function startWithin(name: string, attributes: Record<string, string>): string {
    if (name === 'img') {
      const words = (attributes.alt ?? '').trim();
      if (words !== '') write(words);
      else if (!isTiny(attributes)) page.pictures++;
    }
    if (name === 'input') write(inputText(attributes));
    if (name === 'sup') isRaised = true;
    if (name === 'del' || name === 's' || name === 'strike') {
      writer.text('~~');
      return '~~';
    }
    const href = attributes.href?.trim() ?? '';
    const isFollowed = name === 'a' && /^(https?:|mailto:)/i.test(href) && href.length <= longestAddress;
    if (isFollowed) writer.text('[');
    return isFollowed ? `](${href})` : '';
  }

  function close({ name, end }: Open): void {
    if (end !== '') writer.text(end);
    if (name === 'pre' || name === 'textarea') preformatted--;
    if (headings.test(name) || blocks.has(name) || name === 'pre') writer.endBlock();
    if (name === 'li') writer.endBlock();
    if (name === 'ul' || name === 'ol' || name === 'menu') writer.endList();
    if (name === 'blockquote') writer.endQuote();
    if (name === 'table') writer.endTable();
    if (name === 'tr') writer.endRow();
    if (cellNames.has(name)) writer.endCell();
  }

  parser.write(html);
  parser.end();
  page.text = writer
    .end()
    .replace(/\[\s*\]\([^()\s]*\)/g, '')
    .replace(/\[([^[\]]*)\]\((?:mailto:)?([^()]*)\)/gi, (whole, words: string, address: string) =>
      words.trim() === address ? words : whole,
    );
  return page;
}

function isHidden(attributes: Record<string, string>): boolean {
  return (
    'hidden' in attributes || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attributes.style ?? '')
  );
}

/** Whether a picture is a mark, or counts who reads. */
function isTiny({ width = '', height = '', src = '' }: Record<string, string>): boolean {
  return src === '' || [width, height].some((side) => /^\d+(px)?$/.test(side) && Number.parseInt(side, 10) <= 32);
}

/** What a field of a form shows. */
function inputText({ type = 'text', value = '', ...rest }: Record<string, string>): string {
  if (/^(checkbox|radio)$/i.test(type)) return 'checked' in rest ? '☑ ' : '☐ ';
  return /^(hidden|password|file|image|color|range)$/i.test(type) ? '' : `${value} `;
}

/** What a page has beside its text, as it follows "without". */
export function withoutOfPage({ pictures, hasScripts, hasStyles }: PageText): string[] {
  return [
    ...(pictures > 0 ? [pictures === 1 ? '1 picture' : `${pictures.toLocaleString('en')} pictures`] : []),
    ...(hasScripts ? ['the scripts'] : []),
    ...(hasStyles ? ['the styles'] : []),
  ];
}

/** Whether a text is the source of a whole page, and not a part of one, a template or a text about HTML. */
export function isPage(text: string): boolean {
  const start = text.slice(0, 4096).replace(/^\ufeff?(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*/, '');
  return /^<(?:!doctype\s+html|html|head|body)[\s>]/i.test(start) && !/<\?php|<%|\{%|\{\{/.test(text.slice(0, 100_000));
}
