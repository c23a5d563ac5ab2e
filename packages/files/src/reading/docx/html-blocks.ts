import { type Block, textBlock } from './blocks.ts';

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  sect: '§',
  para: '¶',
  middot: '·',
  bull: '•',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  times: '×',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  ccedil: 'ç',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  shy: '',
};

const unescaped = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );

const tokens = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/<>]*)([^<>]*)>|<[!?][^<>]*>|[^<]+|</gi;
const silent: ReadonlySet<string> = new Set(['script', 'style', 'head', 'template', 'noscript']);
const breaking: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody thead tfoot tr ul'.split(
    ' ',
  ),
);

/** The text of a page in HTML, with headings, lists and tables. It need not be well-formed, and nothing that it names is fetched. */
export function htmlBlocks(html: string): Block[] {
  const reader = new HtmlReader();
  for (const [whole, slash, name, rest] of html.matchAll(tokens)) {
    if (name === undefined) {
      if (!/^<[!?]/.test(whole)) reader.text(whole);
    } else if (slash === '/') reader.close(name.toLowerCase());
    else reader.open(name.toLowerCase(), rest ?? '');
  }
  return reader.end();
}

class HtmlReader {
  readonly #blocks: Block[] = [];
  readonly #lists: { isNumbered: boolean; count: number }[] = [];
  #line = '';
  #before = '';
  #kind: Block['kind'] = 'text';
  #silence: string | null = null;
  #cells: string[] | null = null;
  #tables = 0;
  #link: { address: string; place: number } | null = null;

  text(raw: string) {
    if (this.#silence === null) this.#line += unescaped(raw.replace(/\s+/g, ' '));
  }

  open(name: string, attributes: string) {
    if (this.#silence !== null) return;
    if (silent.has(name)) this.#silence = name;
    else if (name === 'br') this.#line += this.#tables > 0 ? ' ' : '\n';
    else if (name === 'a') this.#link = { address: addressIn(attributes), place: this.#line.length };
    else if (name === 'table') this.#tables++;
    if (this.#tables > 0 && name !== 'table') this.#openInTable(name);
    else if (breaking.has(name)) this.#startBlock(name);
  }

  close(name: string) {
    if (this.#silence !== null) {
      if (this.#silence === name) this.#silence = null;
      return;
    }
    if (name === 'a') this.#endLink();
    if (name === 'ul' || name === 'ol') this.#lists.pop();
    if (this.#tables > 0) this.#closeInTable(name);
    else if (breaking.has(name)) this.#endBlock();
  }

  end(): Block[] {
    if (this.#tables > 0) this.#endRow();
    this.#endBlock();
    return this.#blocks;
  }

  #startBlock(name: string) {
    this.#endBlock();
    const [, level] = /^h([1-6])$/.exec(name) ?? [];
    if (level !== undefined) {
      this.#before = `${'#'.repeat(Number(level))} `;
      this.#kind = 'heading';
    }
    if (name === 'ul' || name === 'ol') this.#lists.push({ isNumbered: name === 'ol', count: 0 });
    if (name !== 'li') return;
    const list = this.#lists.at(-1);
    if (list) list.count++;
    this.#before = `${'  '.repeat(Math.max(this.#lists.length - 1, 0))}${list?.isNumbered ? `${list.count}.` : '-'} `;
    this.#kind = 'item';
  }

  #endBlock() {
    const text = this.#line
      .split('\n')
      .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
      .join('\n')
      .trim();
    if (text !== '') this.#blocks.push({ kind: this.#kind, text: this.#before + text });
    if (text === '' && this.#kind === 'item') return;
    this.#line = '';
    this.#before = '';
    this.#kind = 'text';
  }

  #openInTable(name: string) {
    if (this.#tables > 1) {
      if (breaking.has(name) || name === 'td' || name === 'th') this.#line += ' ';
      return;
    }
    if (name === 'tr') this.#endRow();
    else if (name === 'td' || name === 'th') this.#endCell();
    else if (breaking.has(name)) this.#line += ' ';
  }

  #closeInTable(name: string) {
    if (name === 'table' && --this.#tables === 0) this.#endRow();
    else if (this.#tables === 1 && name === 'tr') this.#endRow();
    else if (breaking.has(name) || name === 'td' || name === 'th') this.#line += ' ';
  }

  #endCell() {
    const text = this.#line.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|');
    this.#line = '';
    if (this.#cells) this.#cells.push(text);
    else if (text !== '') this.#blocks.push(textBlock(text));
    this.#cells ??= [];
  }

  #endRow() {
    this.#endCell();
    const cells = this.#cells ?? [];
    if (cells.some((cell) => cell !== '')) this.#blocks.push({ kind: 'row', text: `| ${cells.join(' | ')} |` });
    this.#cells = null;
  }

  #endLink() {
    const shown = this.#line.slice(this.#link?.place ?? 0).trim();
    const address = this.#link?.address ?? '';
    if (shown !== '' && /^(https?|mailto):/i.test(address) && !address.includes(shown)) this.#line += ` (${address})`;
    this.#link = null;
  }
}

function addressIn(attributes: string): string {
  const [, quoted, single, bare] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return unescaped(quoted ?? single ?? bare ?? '');
}
