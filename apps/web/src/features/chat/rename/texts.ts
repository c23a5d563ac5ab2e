import { titleProblems } from '@noek/contract/chat/texts';

/** The texts of renaming a conversation. */
export const renameTexts = {
  field: 'Title',
  ...titleProblems,
  failed: (why: string) => `Failed to rename conversation. ${why}`,
} as const;
