import type { DocumentKind } from '@noek/contract/documents/kinds';
import {
  AppWindow,
  Atom,
  FileText,
  Image,
  type LucideIcon,
  SquareFunction,
  SquareTerminal,
  Table2,
  Workflow,
} from 'lucide-react';

const icons: Record<DocumentKind, LucideIcon> = {
  html: AppWindow,
  svg: Image,
  mermaid: Workflow,
  markdown: FileText,
  csv: Table2,
  react: Atom,
  javascript: SquareFunction,
  python: SquareTerminal,
};

/** The icon of a kind. */
export function DocumentIcon({ kind, className }: { kind: DocumentKind; className?: string }) {
  const Icon = icons[kind];
  return <Icon className={className ?? 'icon text-text-muted'} aria-hidden />;
}
