import { maxTitleLength } from '@noek/contract/limits';

/** What renaming a conversation says. */
export const renameTexts = {
  field: 'Title',
  empty: 'Enter a title.',
  tooLong: `A title can have up to ${maxTitleLength} characters.`,
  failed: (why: string) => `Failed to rename conversation. ${why}`,
} as const;
