import { zipOf } from './zip.ts';

const spaces = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'svg', 'fo']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink"')
  .join(' ');

/** An OpenDocument file with this body, such as `<office:text>…`. `parts` replaces and adds files of the archive. */
export const openDocumentOf = (
  type: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { styles = '', parts = {} }: { styles?: string; parts?: Readonly<Record<string, string>> } = {},
) =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `<?xml version="1.0"?><office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
    ...parts,
  });

/** A part of an OpenDocument file with this root element and content. */
export const openDocumentPart = (root: string, content: string): string =>
  `<office:${root} ${spaces}>${content}</office:${root}>`;
