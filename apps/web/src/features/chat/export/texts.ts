/** The texts of exporting one conversation. */
export const exportTexts = {
  menu: 'Export',
  title: 'Export conversation',
  markdown: 'Markdown',
  markdownHint: 'A text file for notes and other programs, with all versions of the messages',
  page: 'Printable page',
  pageHint: 'Opens in a new tab, to print it or to save it as a PDF',
  json: 'JSON',
  jsonHint: 'All data, in the format of account exports',
  offline: 'The server cannot be reached. The files can be downloaded when the connection is back.',
} as const;
