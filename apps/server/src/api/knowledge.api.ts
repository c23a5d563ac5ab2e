import { knowledgeOperations } from '@noek/contract/knowledge/operations';
import { decideEmptied } from '../features/knowledge/decide-emptied.ts';
import { knowledgeStatus, previewKnowledge } from '../features/knowledge/knowledge-status.ts';
import { testKnowledge } from '../features/knowledge/test-knowledge.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of the knowledge base. */
export const knowledgeApi = implement(knowledgeOperations, {
  status: knowledgeStatus,
  test: testKnowledge,
  decideEmptied,
  preview: previewKnowledge,
});
