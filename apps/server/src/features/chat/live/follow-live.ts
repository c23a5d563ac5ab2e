import type { Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { readUser } from '../../auth/auth.queries.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { withLog } from '../log/log.queries.ts';
import { findConversation, type MessageRow, toConversation, toMessage } from '../records/chat.queries.ts';
import { forEachOwner, type Owner, requireOwner } from '../records/owner.ts';
import { EventQueue } from './event-queue.ts';
import { followAnywhere } from './follow-answer.ts';
import type { FollowedEvent } from './follower.ts';
import type { LiveNews } from './live.ts';

/** If more events than this are queued, the stream starts again with `hello` when the reader continues. */
export const maxWaiting = 1_000;

/** A page whose stream was replaced reconnects after this time, so that pages do not keep replacing each other. */
const replacedForMs = 60_000;

/**
 * Everything that happens in the actor's chats from now on, in batches: `hello`, each running answer with its text so far, then
 * changes and deltas as they happen. It ends with a final `replaced` event when the person opens too many streams. Throws an
 * AbortError when `signal` aborts or the process shuts down, and UNAUTHORIZED without an identity or when the session ends.
 */
export function followLive(ctx: Ctx, signal: AbortSignal): AsyncGenerator<LiveEvent[], void> {
  return ctx.background.stream(follow(ctx, signal));
}

async function* follow(ctx: Ctx, signal: AbortSignal): AsyncGenerator<LiveEvent[], void> {
  const owner = requireOwner(ctx);
  const session = watchSession(ctx);
  const replaced = new AbortController();
  const leave = ctx.live.enter(owner.key, () => replaced.abort());
  try {
    const ended = AbortSignal.any([signal, ctx.generations.closing, session.signal, replaced.signal]);
    while (!ended.aborted) {
      const feed = new LiveFeed(ctx, owner, ended);
      try {
        yield [{ type: 'hello' }];
        await feed.followRunning();
        for (let events = await feed.next(); events; events = await feed.next()) yield events;
      } finally {
        feed.close();
      }
    }
    ended.throwIfAborted();
  } catch (error) {
    if (error !== replaced.signal.reason) throw error;
    yield [{ type: 'replaced', retryAfterMs: replacedForMs }];
  } finally {
    leave();
    session.stop();
  }
}

/** The changes and running answers of one owner, for one reader. */
class LiveFeed {
  readonly #ctx: Ctx;
  readonly #owner: Owner;
  /** Ends the database reads of this feed. */
  readonly #over = new AbortController();
  readonly #ended: AbortSignal;
  readonly #queue: EventQueue<LiveEvent>;
  readonly #leave: () => void;
  /** How to stop following each answer. */
  readonly #answers = new Map<string, () => void>();
  /** Conversations that another process has changed. */
  readonly #elsewhere = new Set<number>();
  #reading = false;
  /** The reads of the account, one after another, so that an older state never follows a newer one. */
  #accountReads: Promise<void> = Promise.resolve();

  constructor(ctx: Ctx, owner: Owner, ended: AbortSignal) {
    this.#ctx = ctx;
    this.#owner = owner;
    this.#ended = AbortSignal.any([ended, this.#over.signal]);
    this.#queue = new EventQueue(ended);
    // The page reads everything again after `hello`.
    this.#leave = ctx.live.listen(
      owner,
      (news, process) => this.#onNews(news, process),
      () => this.close(),
    );
  }

  /** The next events, once there are any; null when some are missing and the stream must start again. */
  async next(): Promise<LiveEvent[] | null> {
    const events = await this.#queue.take();
    return events.length > 0 ? events : null;
  }

  /** Follows the running answers of one conversation, or of all. */
  async followRunning(conversationId?: number): Promise<void> {
    const { db, generations } = this.#ctx;
    const rows = await runningAnswers[this.#owner.kind].run(db, { owner: this.#owner.id });
    for (const { message: row, maker } of rows) {
      if (conversationId !== undefined && row.conversationId !== conversationId) continue;
      const message = toMessage(generations.current(row) ?? (await withLog(db, row)));
      if (this.#answers.has(message.id) || this.#ended.aborted) continue;
      if (message.status === 'streaming') this.#put({ type: 'answer', message });
      this.#follow(message, maker);
    }
  }

  close(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#leave();
    for (const leave of this.#answers.values()) leave();
    this.#answers.clear();
    this.#queue.finish();
  }

  #put(event: LiveEvent): void {
    if (this.#over.signal.aborted) return;
    if (this.#queue.size < maxWaiting) this.#queue.put(event);
    else this.close();
  }

  #onNews(news: LiveNews, process: string | null): void {
    if (news.type === 'elsewhere') {
      this.#elsewhere.add(news.conversationId);
      if (!this.#reading) this.#inBackground(() => this.#readElsewhere());
      return;
    }
    if (news.type === 'account') {
      this.#accountReads = this.#accountReads.then(() => this.#readAccount());
      this.#inBackground(() => this.#accountReads);
      return;
    }
    this.#put(news);
    if (news.type !== 'messages') return;
    for (const message of news.messages) if (message.status === 'streaming') this.#follow(message, process);
  }

  /** Follows an answer from where `message` ends. `maker`: the process that makes it, if that is known. */
  #follow({ id, sequence }: Message, maker: string | null): void {
    if (this.#answers.has(id) || this.#ended.aborted) return;
    this.#answers.set(id, () => {});
    let last = sequence;
    const leave = this.#ctx.generations.follow(id, sequence, {
      onEvent: (event) => {
        last = event.sequence;
        this.#onAnswerEvent(id, event);
      },
      onMoved: () => this.#inBackground(() => this.#followAnywhere(id, last, null)),
    });
    if (!leave) this.#inBackground(() => this.#followAnywhere(id, sequence, maker));
    // It may have ended in the meantime.
    else if (this.#answers.has(id)) this.#answers.set(id, leave);
  }

  #onAnswerEvent(messageId: string, event: FollowedEvent): void {
    if (event.type === 'waiting') this.#put({ type: 'waiting', messageId, waiting: event.waiting });
    else if (event.type === 'document-part') this.#put({ type: 'document-part', messageId, part: event.part });
    else if (event.type !== 'done') this.#put({ ...event, messageId });
    else {
      this.#answers.delete(messageId);
      this.#put({ type: 'done', message: event.message });
    }
  }

  async #followAnywhere(messageId: string, after: number, maker: string | null): Promise<void> {
    try {
      for await (const events of followAnywhere(this.#ctx, messageId, after, [this.#ended], maker))
        for (const event of events) this.#onAnswerEvent(messageId, event);
    } catch (error) {
      this.#answers.delete(messageId);
      // A deleted conversation has an event of its own.
      if (!isNotThere(error)) this.#startAgain(error);
    }
  }

  /** Reads the changed conversations one after another, each once however many notifications came. */
  async #readElsewhere(): Promise<void> {
    this.#reading = true;
    try {
      for (const conversationId of this.#elsewhere) {
        this.#elsewhere.delete(conversationId);
        if (!this.#ended.aborted) await this.#readConversation(conversationId);
      }
    } catch (error) {
      this.#startAgain(error);
    } finally {
      this.#reading = false;
    }
  }

  async #readConversation(conversationId: number): Promise<void> {
    try {
      const row = await findConversation(this.#ctx, conversationId);
      this.#put({ type: 'conversation', conversation: toConversation(row, this.#ctx.now()) });
      this.#put({ type: 'stale', conversationId });
      await this.followRunning(conversationId);
    } catch (error) {
      if (!isNotThere(error)) throw error;
      this.#put({ type: 'gone', conversationId });
    }
  }

  /** Nothing is sent for an account that was deleted: its session ends. */
  async #readAccount(): Promise<void> {
    try {
      if (this.#ended.aborted) return;
      const user = await readUser(this.#ctx.db, this.#owner.id, this.#ctx.now());
      if (user) this.#put({ type: 'account', user });
    } catch (error) {
      this.#startAgain(error);
    }
  }

  #inBackground(work: () => Promise<void>): void {
    this.#ctx.background.run('a change could not be sent', work);
  }

  /** A read failed, so events may be missing: the stream starts again. */
  #startAgain(error: unknown): void {
    if (this.#ended.aborted) return;
    this.#ctx.log.warn({ err: error }, 'a change could not be read');
    this.close();
  }
}

const isNotThere = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** CROSS JOIN keeps the order: few answers run at a time, but one person may have many messages. */
const runningAnswers = forEachOwner((kind, ownerColumn) =>
  preparedQuery<{ owner: string }, { message: MessageRow; maker: string }[]>(
    `running_answers_of_${kind}`,
    (orm, { generations: g, messages: m, conversations: c }, value) =>
      orm
        .select({ message: m, maker: g.bootId })
        .from(g)
        .crossJoin(m)
        .crossJoin(c)
        .where(
          and(
            eq(m.id, g.messageId),
            eq(c.id, m.conversationId),
            eq(c[ownerColumn], value('owner')),
            isNull(c.deletedAt),
          ),
        ),
  ),
);
