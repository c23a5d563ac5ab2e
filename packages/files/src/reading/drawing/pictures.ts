/** What a picture shows, as its author wrote; null if that is a name of a file or what an office program filled in. */
export function altTextOf(raw: string | undefined): string | null {
  const text = (raw ?? '')
    .replace(/\s+/g, ' ')
    .replace(
      /(Description automatically generated|AI-generated content may be incorrect\.?|Beschreibung automatisch generiert.*)$/i,
      '',
    )
    .trim()
    .replace(/,$/, '');
  const isName =
    /^([\w\-. ()]+\.(png|jpe?g|gif|svg|bmp|tiff?|webp|emf|wmf)|(picture|image|bild|grafik|graphic|img)[ _-]?\d*)$/i;
  const isPath = /^([a-z]:\\|https?:\/\/|file:|data:|\/)\S*$/i;
  return text === '' || isName.test(text) || isPath.test(text) ? null : text;
}

/** "1 picture", "3 pictures". */
export const counted = (count: number, name: string): string =>
  `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
