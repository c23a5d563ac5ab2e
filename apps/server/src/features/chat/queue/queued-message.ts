import { mostQueued } from '@noek/contract/chat/limits';
import type { Queue, QueuedMessage, QueueInput } from '@noek/contract/chat/queue';
import { blankMessage } from '@noek/contract/chat/schemas';
import { isBlank } from '@noek/contract/text/characters';
import type { Step } from '@noek/db/database';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { findFiles } from '../../files/files.queries.ts';
import { sharedSubjectsOf } from '../allowance/allowance.ts';
import { requireModel } from '../answers/running/chosen-model.ts';
import { conversationNotFound } from '../records/chat.queries.ts';
import { type Owner, ownedBy } from '../records/owner.ts';
import type { QueuedRow } from '../records/queue.queries.ts';
import { requireTextSpace } from '../space/require-text-space.ts';

export const queuedNotFound = () => notFound('Queued message not found. It may have been sent.');

/**
 * Keeps the queue of a conversation as it is until the commit of a step that changes it: turns hold the same row. The step throws NOT_FOUND if
 * the conversation is not the owner's.
 */
export function holdQueue({ db }: Pick<Ctx, 'db'>, step: Step, owner: Owner, conversationId: number): void {
  const { conversations: c } = db.tables;
  step.must(
    step.orm
      .update(c)
      .set({ title: sql`${c.title}` })
      .where(and(eq(c.id, conversationId), ownedBy(db, owner)))
      .returning({ id: c.id }),
    conversationNotFound,
  );
}

/** What this sender has queued under the clientMessageId. Throws CONFLICT if it is in another conversation. */
export async function findQueued(
  { db }: Pick<Ctx, 'db'>,
  owner: Owner,
  { clientMessageId, conversationId }: Pick<QueueInput, 'clientMessageId' | 'conversationId'>,
): Promise<QueuedRow | null> {
  const { queuedMessages: q } = db.tables;
  const [row = null] = await db.orm
    .select()
    .from(q)
    .where(and(eq(q.senderKey, owner.key), eq(q.clientMessageId, clientMessageId)));
  if (row && row.conversationId !== conversationId)
    throw new AppError(
      'CONFLICT',
      'Another message was queued with this clientMessageId, in another conversation. Use a new one.',
    );
  return row;
}

/** Refuses what a send would refuse. Throws BAD_REQUEST, NOT_FOUND for files, and like `requireModel` and `requireTextSpace`. */
export async function requireSendable(ctx: Ctx, { content, fileIds = [], model }: QueueInput): Promise<void> {
  if (isBlank(content) && fileIds.length === 0) throw new AppError('BAD_REQUEST', blankMessage);
  requireModel(ctx, model);
  await findFiles(ctx, fileIds);
  await requireTextSpace(ctx, content);
}

/**
 * Adds a message to a queue if it has room for it. With `steers`, it comes before the others. The step throws CONFLICT for one too many.
 */
export async function addToQueue(
  ctx: Ctx,
  owner: Owner,
  input: QueueInput,
  { steers }: { steers: boolean },
): Promise<void> {
  const { db } = ctx;
  const { queuedMessages: q, queuePauses, queuedFiles, files: f } = db.tables;
  const { conversationId, content, fileIds = [], pasted = false, clientMessageId, ...settings } = input;
  const { webSearch, model, effort, funMode, harmfulMode } = settings;
  const most = mostQueued[owner.kind];
  const id = uuidv7();
  await db.atomic((step) => {
    holdQueue(ctx, step, owner, conversationId);
    const counted = step.add(
      step.orm
        .select({ count: sql<number>`count(*)`.mapWith(Number) })
        .from(q)
        .where(and(eq(q.conversationId, conversationId), eq(q.steers, steers))),
    );
    step.check(() => {
      if ((counted.rows[0]?.count ?? 0) >= most) throw queueFull(owner);
    });
    // A pause that outlived its messages says nothing of this one.
    step.add(
      step.orm.delete(queuePauses).where(and(eq(queuePauses.conversationId, conversationId), isEmpty(conversationId))),
    );
    step.add(
      step.orm.insert(q).values({
        ...{ id, conversationId, steers, content, fileIds, pasted, clientMessageId },
        place: nextPlace(conversationId) as never,
        settings: { webSearch, model, effort, funMode, harmfulMode },
        senderKey: owner.key,
        token: tokenOf(ctx),
        chargedTo: sharedSubjectsOf(ctx, owner).map(({ key, windows }) => ({ key, windows: [...windows] })),
        createdAt: ctx.now(),
      }),
    );
    if (fileIds.length === 0) return;
    step.add(step.orm.insert(queuedFiles).values(fileIds.map((fileId) => ({ queuedId: id, fileId }))));
    step.add(step.orm.update(f).set({ unusedSince: null }).where(inArray(f.id, fileIds)));
  });
}

/** The condition that nothing waits in a conversation. */
export const isEmpty = (conversationId: number) =>
  sql`not exists (select 1 from queued_messages as o where o.conversation_id = ${conversationId})`;

const nextPlace = (conversationId: number) =>
  sql`(select coalesce(max(o.place), 0) + 1 from queued_messages as o where o.conversation_id = ${conversationId})`;

const tokenOf = ({ actor }: Ctx): QueuedRow['token'] =>
  'token' in actor ? { id: actor.token.id, name: actor.token.name, appId: actor.token.appId } : null;

const queueFull = ({ kind }: Owner) =>
  new AppError(
    'CONFLICT',
    kind === 'guest'
      ? 'One message is waiting already. Sign in to queue more, or wait until it is sent.'
      : `${mostQueued.user} messages are waiting already. Wait until one is sent, or remove one.`,
  );

/** A queued message as the queue has it. Throws NOT_FOUND if it is not in the queue any more. */
export function inQueue({ messages }: Queue, id: string): QueuedMessage {
  const message = messages.find((one) => one.id === id);
  if (!message) throw queuedNotFound();
  return message;
}
