const maxBytes = 120;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A title as a part of a file name that Windows, macOS and Linux accept and show as it is meant: letters, digits, emoji and simple
 * punctuation in Unicode's composed form, without path separators, characters that Windows reserves, invisible ones or those that
 * reverse the writing direction, and at most 120 bytes long in UTF-8. "untitled" if nothing is left. Put a unique prefix before
 * it: titles can be equal, differ only in case, or be a reserved name such as "con".
 */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/[<>:"/\\|?*`~!#$%^&=;'{}[\]]+/g, ' ')
    .trim()
    .replace(/ +/g, '-');
  let name = '';
  for (const { segment } of segments.segment(plain)) {
    if (Buffer.byteLength(name + segment) > maxBytes) break;
    name += segment;
  }
  return name.replace(/^[.-]+|[.-]+$/g, '') || 'untitled';
}
