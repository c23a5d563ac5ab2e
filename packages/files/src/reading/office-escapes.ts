/**
 * Replaces the escapes for characters that XML does not allow, such as `_x000D_` (ECMA-376, 22.9.2.19). A vertical tab, which office programs
 * write for a new line within a paragraph, becomes a line feed.
 */
export const withoutEscapes = (text: string): string =>
  (text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
  ).replaceAll('\v', '\n');
