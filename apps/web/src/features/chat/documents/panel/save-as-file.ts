import { type DocumentKind, documentExtensions, documentTypes } from '@noek/contract/documents/kinds';

/** The name of a document's file: its title without what file systems refuse, and without the extension if it has it. */
function fileNameOf({ title, kind }: { title: string; kind: DocumentKind }): string {
  const extension = documentExtensions[kind];
  const name = title
    .replace(/[\p{Cc}<>:"/\\|?*\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  const known = name.toLowerCase().endsWith(`.${extension}`) ? name.slice(0, -extension.length - 1) : name;
  // Windows refuses longer paths.
  return `${[...known].slice(0, 100).join('').trim() || 'document'}.${extension}`;
}

/** Downloads the text of a document as a file. */
export function saveAsFile(document: { title: string; kind: DocumentKind }, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${documentTypes[document.kind]};charset=utf-8` }));
  const link = window.document.createElement('a');
  link.href = address;
  link.download = fileNameOf(document);
  link.click();
  // The browser reads it later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
