import type { File } from '@noek/contract/files/schemas';
import { FileImage, FileSpreadsheet, FileText, Presentation, Table } from 'lucide-react';
import { type FileKind, kindOf } from './file-kind.ts';

const icons = {
  picture: FileImage,
  pdf: FileText,
  document: FileText,
  sheets: FileSpreadsheet,
  slides: Presentation,
  table: Table,
  text: FileText,
} as const satisfies Record<FileKind, unknown>;

/** The icon of a file's kind. */
export function FileIcon({ file, className }: { file: Pick<File, 'type' | 'name'>; className?: string }) {
  const Icon = icons[kindOf(file)];
  return <Icon className={className} aria-hidden />;
}
