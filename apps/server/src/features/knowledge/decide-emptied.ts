import type { DecideEmptiedInput, KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { currentRevision, insertRevision } from './knowledge.queries.ts';
import { knowledgeStatus } from './knowledge-status.ts';
import { hashOf, knowledgeTopic } from './sync-knowledge.ts';

/**
 * Decides what answers use after the source has become empty. `last` keeps the last text until the source has text again; until then, the
 * decision can be changed to `empty`. `empty` deletes the last text. Returns the new state. Throws UNAUTHORIZED, FORBIDDEN, and CONFLICT if
 * there is nothing to decide. Only for administrators.
 */
export async function decideEmptied(ctx: Ctx, { use }: DecideEmptiedInput): Promise<KnowledgeStatus> {
  requireAdministrator(ctx);
  const { db, now } = ctx;
  const { source } = ctx.knowledge;
  const revision = source && (await currentRevision(db, source.key));
  if (!source || revision === null) throw nothingToDecide();
  const { key } = source;
  const { knowledgeSources: s } = db.tables;
  const at = now();
  const number = revision + 1;
  // A running check would overwrite this decision, so its claim ends and the source is asked again.
  const emptied = {
    revision: number,
    documents: [],
    emptySince: null,
    keepsLastText: false,
    claim: null,
    nextCheckAt: at,
  };
  const action = use === 'empty' ? 'knowledge.emptied' : 'knowledge.kept';
  const entry = { action, targetUserId: null, detail: { note: source.name } };
  await administratorStep(ctx, entry, (step) => {
    step.must(
      step.orm
        .update(s)
        .set(use === 'empty' ? emptied : { keepsLastText: true })
        .where(
          and(
            eq(s.key, key),
            eq(s.revision, revision),
            isNotNull(s.emptySince),
            use === 'last' ? eq(s.keepsLastText, false) : undefined,
          ),
        )
        .returning({ key: s.key }),
      nothingToDecide,
    );
    if (use === 'empty')
      insertRevision(db, step, { sourceKey: key, number, hash: hashOf([]), size: 0, passages: 0, createdAt: at });
  });
  if (use === 'empty') {
    db.notify(knowledgeTopic);
    await ctx.knowledge.refresh();
  }
  return knowledgeStatus(ctx);
}

const nothingToDecide = (): AppError =>
  new AppError(
    'CONFLICT',
    'The source is no longer empty, or this has been decided already. The page shows its state.',
  );
