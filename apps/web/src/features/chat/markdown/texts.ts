import { counted } from '../../../components/base/texts.ts';

/** The texts of tables, code, formulas and suggestions in messages. */
export const markdownTexts = {
  table: 'Table',
  formula: 'Formula',
  copyMarkdown: 'Copy as Markdown',
  copyCsv: 'Copy as CSV',
  copied: 'Copied',
  copy: 'Copy',
  /** Follows `copy`, for screen readers only. */
  code: 'code',
  wrap: 'Wrap long lines',
  showAll: (lines: number) => `Show all ${counted(lines)} lines`,
  suggestion: 'Send this message',
  showFewer: 'Show fewer lines',
} as const;
