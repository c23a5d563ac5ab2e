/** The letters of the font Symbol from A to Z and from a to z. */
const greek = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
/** The signs of the font Symbol from 0xA0. */
const signs =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{f8ff}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';
const symbolSigns: Readonly<Record<number, string>> = { 34: '∀', 36: '∃', 39: '∋', 42: '∗', 45: '−', 64: '≅' };

/** Signs that say something: boxes, ticks, arrows and circled numbers. Others decorate. */
const wingdings: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  wingdings: [
    [0x28, '☎'],
    [0x2a, '✉'],
    [0x4a, '☺'],
    [0x4c, '☹'],
    [0x6c, '●'],
    [0x6e, '■'],
    [0x6f, '☐'],
    [0x71, '☐'],
    [0x72, '☐'],
    [0x78, '☒'],
    [0x9f, '•'],
    [0xa7, '▪'],
    [0xa8, '☐'],
    [0xd8, '➢'],
    [0xdf, '←'],
    [0xe0, '→'],
    [0xe1, '↑'],
    [0xe2, '↓'],
    [0xe7, '←'],
    [0xe8, '→'],
    [0xe9, '↑'],
    [0xea, '↓'],
    [0xef, '⇦'],
    [0xf0, '⇨'],
    [0xf3, '⇔'],
    [0xfb, '✗'],
    [0xfc, '✓'],
    [0xfd, '☒'],
    [0xfe, '☑'],
    ...Array.from({ length: 10 }, (_, at) => [0x81 + at, String.fromCodePoint(0x2460 + at)] as const),
    ...Array.from({ length: 10 }, (_, at) => [0x8c + at, String.fromCodePoint(0x2776 + at)] as const),
  ],
  'wingdings 2': [
    [0x4f, '✗'],
    [0x50, '✓'],
    [0x51, '☒'],
    [0x52, '☑'],
    [0x53, '☒'],
    [0x54, '☒'],
    [0x97, '●'],
    [0xa2, '■'],
    [0xa3, '☐'],
    [0xa4, '☐'],
  ],
  'wingdings 3': [
    [0x21, '→'],
    [0x22, '↑'],
    [0x23, '↓'],
    [0x66, '←'],
    [0x67, '→'],
    [0x68, '↑'],
    [0x69, '↓'],
  ],
};
const signsOfFont = new Map(Object.entries(wingdings).map(([font, list]) => [font, new Map(list)]));

/**
 * The character that a sign of a font for symbols looks like; "" if it decorates.
 * @param code the place in the font, also as 0xF000 and more, where Word writes it
 */
export function symbolOf(font: string, code: number): string {
  const place = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  const name = font.toLowerCase();
  const known = signsOfFont.get(name);
  if (known) return known.get(place) ?? '';
  if (name === 'webdings' || name.startsWith('zapfdingbats')) return name === 'webdings' && place === 0x61 ? '✓' : '';
  // Signs at these places without the name of their font are nearly always from Symbol.
  if (name === 'symbol' || place !== code) return signOfSymbol(place);
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function signOfSymbol(place: number): string {
  const own = symbolSigns[place];
  if (own !== undefined) return own;
  if (place >= 0x41 && place <= 0x7e) return greek[place - 0x41] ?? '';
  if (place >= 0xa0) return signs[place - 0xa0]?.replace('\u{f8ff}', '') ?? '';
  return place > 0x1f ? String.fromCodePoint(place) : '';
}

/**
 * A text with the signs that people see instead of letters of a font for symbols, which have no meaning of their own. Longer texts in such a
 * font are a mistake that people still read, and stay.
 */
export function inFont(text: string, font: string | undefined): string {
  if (font !== undefined && text.length <= 3 && /^(symbol|wingdings( [23])?)$/i.test(font))
    return text.replace(/[^\s\d.,()]/g, (sign) => symbolOf(font, sign.charCodeAt(0)) || sign);
  return text.replace(/[\uf020-\uf0ff]/g, (sign) => symbolOf(font ?? '', sign.charCodeAt(0)));
}
