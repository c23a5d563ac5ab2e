import { knowledgeOperations } from '@noek/contract/knowledge/operations';
import { implement } from '../../transports/implement.ts';
import { decideEmptied } from './decide-emptied.ts';
import { knowledgeStatus, previewKnowledge } from './knowledge-status.ts';
import { testKnowledge } from './test-knowledge.ts';

/** The procedures and documented paths of the knowledge base. */
export const knowledgeApi = implement(knowledgeOperations, {
  status: knowledgeStatus,
  test: testKnowledge,
  decideEmptied,
  preview: previewKnowledge,
});
