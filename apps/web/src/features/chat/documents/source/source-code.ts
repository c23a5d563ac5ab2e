import { codePart } from '../../../../components/base/code-part.ts';

/** The editor of sources. It loads when a source is opened. */
export const sourceCode = codePart(() => import('./source-editor.tsx'));
export const SourceEditor = sourceCode.lazy();
