import type { SharedFile } from '@noek/contract/chat/sharing';
import type { File, PageUnit } from '@noek/contract/files/schemas';

export type FileKind = 'picture' | 'pdf' | 'document' | 'sheets' | 'slides' | 'table' | 'text';

const office = 'application/vnd.openxmlformats-officedocument.';
const open = 'application/vnd.oasis.opendocument.';
const documents = new Set([`${open}text`, 'application/rtf', 'application/epub+zip', 'message/rfc822']);

/** What a file is for the person who looks at it. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): FileKind {
  if (type.startsWith('image/')) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith(`${office}word`) || documents.has(type)) return 'document';
  if (type.startsWith(`${office}spreadsheet`) || type === `${open}spreadsheet`) return 'sheets';
  if (type.startsWith(`${office}presentation`) || type === `${open}presentation`) return 'slides';
  return /\.(csv|tsv)$/i.test(name) ? 'table' : 'text';
}

/** What the pages of a kind are; null for a kind without pages. */
export const unitOf = (kind: FileKind): PageUnit | null =>
  kind === 'pdf' ? 'page' : kind === 'slides' ? 'slide' : kind === 'sheets' ? 'sheet' : null;

/** Where files come from: null: the person has them; otherwise the id of the shared conversation that includes them. */
export type SharedIn = number | null;

const address = (sharedIn: SharedIn, fileId: string) =>
  `${sharedIn === null ? '/api' : `/api/shared/${sharedIn}`}/files/${encodeURIComponent(fileId)}`;

/** The addresses of a file's bytes and of a picture's preview. */
export const contentAddress = (sharedIn: SharedIn, fileId: string): string => `${address(sharedIn, fileId)}/content`;
export const previewAddress = (sharedIn: SharedIn, fileId: string): string => `${address(sharedIn, fileId)}/preview`;

/** Whether a file of a message still exists. */
export const isThere = ({ deleted }: Pick<File, 'deleted'>): boolean => !deleted;

/** Whether the owner of a shared conversation included a file, and not only its name. */
export const isIncluded = (file: SharedFile): file is File => file.id !== undefined;

/** Whether more of a file's text will be known soon. */
export const isBeingRead = ({ state, pagesRead }: Pick<File, 'state' | 'pagesRead'>): boolean =>
  state === 'reading' || pagesRead !== undefined;
