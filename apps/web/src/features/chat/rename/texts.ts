import { maxTitleLength } from '@noek/contract/limits';

/** The texts of renaming a conversation. */
export const renameTexts = {
  field: 'Title',
  empty: 'Enter a title.',
  tooLong: `A title can have up to ${maxTitleLength} characters.`,
  failed: (why: string) => `Failed to rename conversation. ${why}`,
} as const;
