export const citationTexts = {
  /** The accessible name of a citation; it begins with what is shown. */
  label: (number: number, shown: string, title: string) =>
    shown === title ? `${number} ${shown}` : `${number} ${shown}: ${title}`,
} as const;
