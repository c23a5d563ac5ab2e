import type { Declarations } from '../calls/declaration.ts';
import {
  decideEmptiedInputSchema,
  knowledgePreviewSchema,
  knowledgeStatusSchema,
  knowledgeTestSchema,
} from './schemas.ts';

const ofAdministrators = { access: 'admin', token: 'never' } as const;

/** The calls of the knowledge base. */
export const knowledgeOperations = {
  status: {
    ...ofAdministrators,
    type: 'query',
    summary: 'The state of the knowledge base: its source, the last sync, the history, and the reasons of failures.',
    output: knowledgeStatusSchema,
    rest: { method: 'get', path: '/api/admin/google-docs/status' },
  },
  test: {
    ...ofAdministrators,
    type: 'query',
    summary: 'Try to read the source of the knowledge base now. The result of a failure says what is wrong.',
    output: knowledgeTestSchema,
    rest: {
      method: 'get',
      path: '/api/admin/google-docs/test',
      summary: 'Try to read the source of the knowledge base now. A failure is a 200 that says what is wrong.',
    },
  },
  decideEmptied: {
    ...ofAdministrators,
    type: 'mutation',
    summary: 'Decide what answers use after the source was found empty: its last text, or nothing.',
    input: decideEmptiedInputSchema,
    output: knowledgeStatusSchema,
  },
  preview: {
    ...ofAdministrators,
    type: 'query',
    summary: 'The text of the knowledge base that answers use.',
    output: knowledgePreviewSchema,
    rest: { method: 'get', path: '/api/admin/google-docs/preview' },
  },
} as const satisfies Declarations;
