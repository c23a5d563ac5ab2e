import type { Operations } from '../calls/operation.ts';
import { knowledgePreviewSchema, knowledgeStatusSchema, knowledgeTestSchema } from './schemas.ts';

/** The documented calls of the knowledge base. */
export const knowledgeOperations = {
  status: {
    method: 'get',
    path: '/api/admin/google-docs/status',
    summary: 'The state of the knowledge base: its source, the last sync, the history, and failures in words.',
    access: 'admin',
    token: 'never',
    answers: [{ status: 200, json: knowledgeStatusSchema }],
  },
  test: {
    method: 'get',
    path: '/api/admin/google-docs/test',
    summary: 'Try to read the source of the knowledge base now. A failure is a 200 that says in words what is wrong.',
    access: 'admin',
    token: 'never',
    answers: [{ status: 200, json: knowledgeTestSchema }],
  },
  preview: {
    method: 'get',
    path: '/api/admin/google-docs/preview',
    summary: 'The text of the knowledge base that answers use.',
    access: 'admin',
    token: 'never',
    answers: [{ status: 200, json: knowledgePreviewSchema }],
  },
} as const satisfies Operations;
