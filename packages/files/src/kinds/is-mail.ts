import { decodeText } from './decode-text.ts';

/** How much of a text is looked at for the header of a mail. */
const headerBytes = 64 * 1024;
const endings = /\.(eml|mht|mhtml|mime)$/i;
const ending = /\.[a-z]\w{0,7}$/i;
const field = /^([!-9;-~]+):/;

/**
 * Whether a text is a mail (RFC 5322) or a page that a browser saved as one (RFC 2557): it begins with their header. A name with another
 * ending, such as .txt, says that its source is meant.
 */
export function isMail(bytes: Uint8Array, name: string, encoding: string): boolean {
  if (ending.test(name) && !endings.test(name)) return false;
  const start = bytes.subarray(0, headerBytes);
  const text = decodeText(start, /^utf-(16|32)/.test(encoding) ? encoding : 'latin1');
  const [header = ''] = text.trimStart().split(/\r?\n\r?\n/, 1);
  const fields = new Set<string>();
  for (const [at, line] of header
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .split(/\r?\n/)
    .entries()) {
    if (/^[ \t]/.test(line) || (at === 0 && line.startsWith('From '))) continue;
    const [, found] = field.exec(line) ?? [];
    if (found === undefined) return false;
    fields.add(found.toLowerCase());
  }
  const has = (...some: string[]) => some.some((each) => fields.has(each));
  return (
    (has('from', 'return-path') && has('date', 'received') && has('message-id', 'mime-version', 'to', 'received')) ||
    (endings.test(name) && has('from', 'to', 'subject') && has('mime-version', 'content-type', 'subject'))
  );
}
