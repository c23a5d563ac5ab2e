import type { Extension } from '@codemirror/state';
import type { DocumentKind } from '@noek/contract/documents/kinds';
import { keepTrying } from '../../../../components/base/keep-trying.ts';

const loaders: Partial<Record<DocumentKind, () => Promise<Extension>>> = {
  html: () => import('@codemirror/lang-html').then(({ html }) => html()),
  svg: () => import('@codemirror/lang-xml').then(({ xml }) => xml()),
  markdown: () => import('@codemirror/lang-markdown').then(({ markdown }) => markdown()),
  react: () =>
    import('@codemirror/lang-javascript').then(({ javascript }) => javascript({ jsx: true, typescript: true })),
  javascript: () => import('@codemirror/lang-javascript').then(({ javascript }) => javascript()),
  python: () => import('@codemirror/lang-python').then(({ python }) => python()),
};

/** The grammar of a kind's source; null for those without one. Loading is repeated until it succeeds. */
export const loadLanguage = (kind: DocumentKind): Promise<Extension> | null => {
  const load = loaders[kind];
  return load ? keepTrying(load) : null;
};

/** Long lines of prose wrap; those of programs and tables scroll. */
export const isProse = (kind: DocumentKind): boolean => kind === 'markdown';
