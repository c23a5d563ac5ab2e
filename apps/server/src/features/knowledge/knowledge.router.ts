import {
  decideEmptiedInputSchema,
  knowledgePreviewSchema,
  knowledgeStatusSchema,
  knowledgeTestSchema,
} from '@noek/contract/knowledge/schemas';
import { adminProcedure, router } from '../../transports/trpc.ts';
import { decideEmptied } from './decide-emptied.ts';
import { knowledgeStatus } from './knowledge-status.ts';
import { previewKnowledge } from './preview-knowledge.ts';
import { testKnowledge } from './test-knowledge.ts';

export const knowledgeRouter = router({
  status: adminProcedure.output(knowledgeStatusSchema).query(({ ctx }) => knowledgeStatus(ctx)),
  test: adminProcedure.output(knowledgeTestSchema).query(({ ctx }) => testKnowledge(ctx)),
  decideEmptied: adminProcedure
    .input(decideEmptiedInputSchema)
    .output(knowledgeStatusSchema)
    .mutation(({ ctx, input }) => decideEmptied(ctx, input)),
  preview: adminProcedure.output(knowledgePreviewSchema).query(({ ctx }) => previewKnowledge(ctx)),
});
