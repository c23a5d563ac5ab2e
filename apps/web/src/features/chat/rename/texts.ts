import { titleProblems } from '@noek/contract/limits';

/** The texts of renaming a conversation. */
export const renameTexts = {
  field: 'Title',
  ...titleProblems,
  failed: (why: string) => `Failed to rename conversation. ${why}`,
} as const;
