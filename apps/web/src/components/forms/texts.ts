import { counted } from '../base/texts.ts';

/** The texts of fields. Apart from the others, so that the first page does not load them. */
export const fieldTexts = {
  password: { show: 'Show password', hide: 'Hide password' },
  tooLong: (characters: number, limit: number) =>
    `This text has ${counted(characters)} characters. The limit is ${counted(limit)}.`,
} as const;
