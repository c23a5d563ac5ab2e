import type { File, PageUnit } from '@noek/contract/files/schemas';

export type FileKind = 'picture' | 'pdf' | 'document' | 'sheets' | 'slides' | 'table' | 'text';

const office = 'application/vnd.openxmlformats-officedocument.';

/** What a file is for the person who looks at it. */
export function kindOf({ type, name }: Pick<File, 'type' | 'name'>): FileKind {
  if (type.startsWith('image/')) return 'picture';
  if (type === 'application/pdf') return 'pdf';
  if (type.startsWith(`${office}word`)) return 'document';
  if (type.startsWith(`${office}spreadsheet`)) return 'sheets';
  if (type.startsWith(`${office}presentation`)) return 'slides';
  return /\.(csv|tsv)$/i.test(name) ? 'table' : 'text';
}

/** What the pages of a kind are; null for a kind without pages. */
export const unitOf = (kind: FileKind): PageUnit | null =>
  kind === 'pdf' ? 'page' : kind === 'slides' ? 'slide' : kind === 'sheets' ? 'sheet' : null;

/** The addresses of a file's bytes and of a picture's preview. */
export const contentAddress = (fileId: string): string => `/api/files/${encodeURIComponent(fileId)}/content`;
export const previewAddress = (fileId: string): string => `/api/files/${encodeURIComponent(fileId)}/preview`;
