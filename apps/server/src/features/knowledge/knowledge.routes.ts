import { knowledgeOperations } from '@noek/contract/knowledge/operations';
import { implement } from '../../transports/implement.ts';
import { knowledgeStatus } from './knowledge-status.ts';
import { previewKnowledge } from './preview-knowledge.ts';
import { testKnowledge } from './test-knowledge.ts';

/** The documented paths of the knowledge base under /api. */
export const { routes: knowledgeRoutes } = implement(knowledgeOperations, {
  status: (ctx) => knowledgeStatus(ctx),
  test: (ctx) => testKnowledge(ctx),
  preview: (ctx) => previewKnowledge(ctx),
});
