import type { Message } from '@noek/contract/chat';
import type { GenerationEvent, LiveEvent } from '@noek/contract/stream';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { followLog } from '../answers/follow-answer.ts';
import { Inbox } from '../answers/inbox.ts';
import { findConversation, type MessageRow, toConversation, toMessage, withLoggedText } from '../chat.queries.ts';
import { forEachOwner, type Owner, requireOwner } from '../owner.ts';
import type { LiveNews } from './live.ts';

/** A reader that leaves more events than this waiting begins again, with `hello`, when it reads on. */
export const maxWaiting = 1_000;

/** A page whose stream was ended for a newer one comes back after this time, so that the two do not end each other in turn. */
const replacedForMs = 60_000;

/**
 * Everything that happens in the actor's own chats from now on, in batches: `hello`, every running answer with its text so
 * far, then news and deltas as they come. Never ends by itself: by an AbortError when `signal` aborts or the process is
 * about to end, by UNAUTHORIZED when the actor's session ends, by a last `replaced` when the
 * person opens more streams than they may have, or at once when the actor has no identity.
 */
export function followLive(ctx: Ctx, signal: AbortSignal): AsyncGenerator<LiveEvent[], void> {
  return ctx.background.stream(follow(ctx, signal));
}

async function* follow(ctx: Ctx, signal: AbortSignal): AsyncGenerator<LiveEvent[], void> {
  const owner = requireOwner(ctx);
  const session = watchSession(ctx);
  const replaced = new AbortController();
  const leave = ctx.live.enter(owner, () => replaced.abort());
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

/** The news of one owner and the running answers of that owner, on their way to one reader. */
class LiveFeed {
  readonly #ctx: Ctx;
  readonly #owner: Owner;
  /** Ends what reads the database for us. */
  readonly #over = new AbortController();
  readonly #ended: AbortSignal;
  readonly #inbox: Inbox<LiveEvent>;
  readonly #leave: () => void;
  /** How to stop following each answer. */
  readonly #answers = new Map<string, () => void>();
  /** Conversations of which another process has news. */
  readonly #elsewhere = new Set<number>();
  #reading = false;

  constructor(ctx: Ctx, owner: Owner, ended: AbortSignal) {
    this.#ctx = ctx;
    this.#owner = owner;
    this.#ended = AbortSignal.any([ended, this.#over.signal]);
    this.#inbox = new Inbox(ended);
    this.#leave = ctx.live.listen(owner, (news) => this.#hear(news));
  }

  /** What has come, as soon as that is something; null when some of it is missing. */
  async next(): Promise<LiveEvent[] | null> {
    const events = await this.#inbox.take();
    return events.length > 0 ? events : null;
  }

  /** Follows the answers that run, in one conversation or in all. */
  async followRunning(conversationId?: number): Promise<void> {
    const { db, generations } = this.#ctx;
    const rows = await runningAnswers[this.#owner.kind].run(db, { owner: this.#owner.id });
    for (const { message: row } of rows) {
      if (conversationId !== undefined && row.conversationId !== conversationId) continue;
      const message = toMessage(generations.current(row) ?? (await withLoggedText(db, row)));
      if (this.#answers.has(message.id) || this.#ended.aborted) continue;
      if (message.status === 'streaming') this.#put({ type: 'answer', message });
      this.#follow(message);
    }
  }

  close(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#leave();
    for (const leave of this.#answers.values()) leave();
    this.#answers.clear();
    this.#inbox.finish();
  }

  #put(event: LiveEvent): void {
    if (this.#over.signal.aborted) return;
    if (this.#inbox.size < maxWaiting) this.#inbox.put(event);
    else this.close();
  }

  #hear(news: LiveNews): void {
    if (news.type === 'elsewhere') {
      this.#elsewhere.add(news.conversationId);
      if (!this.#reading) this.#inBackground(() => this.#readElsewhere());
      return;
    }
    this.#put(news);
    if (news.type !== 'messages') return;
    for (const message of news.messages) if (message.status === 'streaming') this.#follow(message);
  }

  /** Follows an answer after what `message` holds of it. */
  #follow(message: Message): void {
    const { id, sequence } = message;
    if (this.#answers.has(id) || this.#ended.aborted) return;
    this.#answers.set(id, () => {});
    const leave = this.#ctx.generations.follow(id, sequence, (event) => this.#pass(id, event));
    if (!leave) this.#inBackground(() => this.#followLog(id, sequence));
    // It may have ended meanwhile.
    else if (this.#answers.has(id)) this.#answers.set(id, leave);
  }

  #pass(messageId: string, event: GenerationEvent): void {
    if (event.type === 'delta') this.#put({ type: 'delta', messageId, sequence: event.sequence, text: event.text });
    else if (event.type === 'waiting') this.#put({ type: 'waiting', messageId, waiting: event.waiting });
    else {
      this.#answers.delete(messageId);
      this.#put({ type: 'done', message: event.message });
    }
  }

  async #followLog(messageId: string, after: number): Promise<void> {
    try {
      for await (const events of followLog(this.#ctx, messageId, after, this.#ended))
        for (const event of events) this.#pass(messageId, event);
    } catch (error) {
      this.#answers.delete(messageId);
      // A conversation that was deleted is told as such.
      if (!isNotThere(error)) this.#startAgain(error);
    }
  }

  /** One after the other, each once however often it was named meanwhile. */
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

  #inBackground(work: () => Promise<void>): void {
    this.#ctx.background.run('news could not be passed on', work);
  }

  /** Something could not be read, so something may be missing: the reader begins again. */
  #startAgain(error: unknown): void {
    if (this.#ended.aborted) return;
    this.#ctx.log.warn({ err: error }, 'news could not be read');
    this.close();
  }
}

const isNotThere = (error: unknown) => error instanceof AppError && error.code === 'NOT_FOUND';

/** The join keeps its order: few answers run at a time, while one person may have very many messages. */
const runningAnswers = forEachOwner((kind, ownerColumn) =>
  preparedQuery<{ owner: string }, { message: MessageRow }[]>(
    `running_answers_of_${kind}`,
    (orm, { generations: g, messages: m, conversations: c }, value) =>
      orm
        .select({ message: m })
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
