import { counted } from '../../../components/base/texts.ts';

/** The texts of tables, code, formulas, citations and suggestions in messages. */
export const markdownTexts = {
  table: 'Table',
  formula: 'Formula',
  copyMarkdown: 'Copy as Markdown',
  copyCsv: 'Copy as CSV',
  copied: 'Copied',
  copy: 'Copy',
  /** Follows `copy`, for screen readers only. */
  code: 'code',
  open: 'Open',
  wrap: 'Wrap long lines',
  showAll: (lines: number) => `Show all ${counted(lines)} lines`,
  /** The accessible name of a citation; it begins with what is shown. */
  citation: (number: number, shown: string, title: string) =>
    shown === title ? `${number} ${shown}` : `${number} ${shown}: ${title}`,
  suggestion: 'Send this message',
  showFewer: 'Show fewer lines',
} as const;
