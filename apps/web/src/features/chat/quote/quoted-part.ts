/** The quotes at the start of a draft, with the empty line that ends each. The message box shows them as blocks above its text. */
export const quotedPart = (text: string): string => /^((>.*\n)+\n)+/.exec(text)?.[0] ?? '';
