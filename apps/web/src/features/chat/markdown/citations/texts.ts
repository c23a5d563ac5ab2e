export const citationTexts = {
  /** The accessible name of a citation; it begins with what is shown. */
  label: (number: number, site: string, title: string) => `${number} ${site}: ${title}`,
} as const;
