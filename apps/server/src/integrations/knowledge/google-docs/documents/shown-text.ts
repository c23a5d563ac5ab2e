/** A line break inside of a paragraph. */
export const lineBreak = '\u000b';

/** Google puts this character where it draws something without text, and around its code blocks. */
const drawn = /[\ue000-\uf8ff]/g;

/** The text of a run as people see it, with `lineBreak` for every new line. */
export const shownText = (text: string): string => text.replace(drawn, '').replaceAll('\n', lineBreak);
