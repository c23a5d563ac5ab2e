/** What a document can be. */
export const documentKinds = ['html', 'svg', 'mermaid', 'markdown', 'csv', 'react', 'javascript', 'python'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The extension of each kind's file, without a dot. */
export const documentExtensions: Record<DocumentKind, string> = {
  html: 'html',
  svg: 'svg',
  mermaid: 'mmd',
  markdown: 'md',
  csv: 'csv',
  react: 'tsx',
  javascript: 'js',
  python: 'py',
};

/** The media type of each kind's file. */
export const documentTypes: Record<DocumentKind, string> = {
  html: 'text/html',
  svg: 'image/svg+xml',
  mermaid: 'text/vnd.mermaid',
  markdown: 'text/markdown',
  csv: 'text/csv',
  react: 'text/tsx',
  javascript: 'text/javascript',
  python: 'text/x-python',
};

/** The kind of a code block by the language that its fence names; undefined for languages that are only read. */
export const kindsByLanguage: ReadonlyMap<string, DocumentKind> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['svg', 'svg'],
  ['mermaid', 'mermaid'],
  ['markdown', 'markdown'],
  ['md', 'markdown'],
  ['csv', 'csv'],
  ['jsx', 'react'],
  ['tsx', 'react'],
  ['react', 'react'],
  ['js', 'javascript'],
  ['javascript', 'javascript'],
  ['mjs', 'javascript'],
  ['python', 'python'],
  ['py', 'python'],
]);
