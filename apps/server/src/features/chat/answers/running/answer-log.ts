import type { MessageStatus } from '@noek/contract/chat/schemas';
import { isConstraintViolation, type Orm, type StatementResult, type Step } from '@noek/db/database';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import type { Links } from '../../../../processes/links.ts';
import { addFigures } from '../../../figures/add-figures.ts';
import { announceEvents, eventStatement, type NewEvent } from '../../../webhook-outbox/event-statement.ts';
import type { WebhookListeners } from '../../../webhook-outbox/webhook-listeners.ts';
import { refundCharges } from '../../allowance/allowance.ts';
import type { Live } from '../../live/live.ts';
import { appendEvents, dropEvents, endingOf, finishMessage, releaseGeneration } from '../../log/log.queries.ts';
import { type ConversationRow, type MessageRow, toConversation } from '../../records/chat.queries.ts';
import { ownerOfConversation } from '../../records/owner.ts';
import { titleConversation } from '../../turns/title-conversation.ts';
import { eventsOfAnswers } from './events-of-answers.ts';
import { figuresOfAnswer, measuresOf } from './figures-of-answer.ts';
import type { RunningAnswer } from './running-answer.ts';

type LogDeps = Pick<Deps, 'db' | 'bootId' | 'now' | 'log' | 'metrics' | 'config'> & {
  live: Live;
  links: Pick<Links, 'reachAll'>;
  webhookListeners: Pick<WebhookListeners, 'mayHearOfAnswers'>;
  /** Called when the end of an answer of this process is stored. */
  ended(row: MessageRow): void;
};

/** Another process has taken over these answers. */
class TakenOver extends Error {
  readonly answers: readonly RunningAnswer[];

  constructor(answers: readonly RunningAnswer[]) {
    super();
    this.answers = answers;
  }
}

function newEventsOf(answer: RunningAnswer) {
  const { events } = answer.text;
  return {
    messageId: answer.id,
    firstSequence: events.loggedSequence + 1,
    lastSequence: events.sequence,
    deltas: events.after(events.loggedSequence),
  };
}

type Pending = {
  ended: readonly RunningAnswer[];
  /** Those that no other process is known to have taken over. */
  ours: readonly RunningAnswer[];
  events: readonly { answer: RunningAnswer; added: ReturnType<typeof newEventsOf> }[];
  /** The webhooks' events of ended answers. */
  told: readonly NewEvent<'answer.finished'>[];
};

/** What became of it. */
type Written = {
  releases: readonly { answer: RunningAnswer; released: StatementResult<{ id: string }[]> }[];
  /** The answers whose events were kept, those that still belong to this process; null on SQLite, which has no others. */
  kept: StatementResult<{ id: string }[]> | null;
  titled: readonly StatementResult<ConversationRow[]>[];
  deliveries: readonly StatementResult<{ id: string }[]>[];
};

/** Answer ids per notification to other processes, which holds at most 7,000 bytes. */
const idsPerNotification = 100;

/**
 * Writes the new events and ends of all running answers of this process in one transaction, so that they share a commit
 * (group commit).
 */
export class AnswerLog {
  readonly #deps: LogDeps;
  readonly #running: () => Iterable<RunningAnswer>;
  readonly #onTaken: (answer: RunningAnswer) => void;
  #current: Promise<void> | null = null;
  #asked = false;

  /** `onTaken` is called for an answer that another process has taken over. */
  constructor(deps: LogDeps, running: () => Iterable<RunningAnswer>, onTaken: (answer: RunningAnswer) => void) {
    this.#deps = deps;
    this.#running = running;
    this.#onTaken = onTaken;
  }

  /** Writes what is pending. Calls during a flush share the next one. */
  flush(): Promise<void> {
    if (this.#current) {
      this.#asked = true;
      return this.#current;
    }
    this.#current = this.#loop().finally(() => {
      this.#current = null;
    });
    return this.#current;
  }

  async #loop(): Promise<void> {
    do {
      // Ends that happen at the same time share the transaction.
      await new Promise((resolve) => setImmediate(resolve));
      this.#asked = false;
      await this.#write();
    } while (this.#asked);
  }

  async #write(): Promise<void> {
    const batch = [...this.#running()].filter(
      (answer) => answer.settledAt === null && (answer.ending || !answer.text.events.isLogged),
    );
    if (batch.length === 0) return;
    try {
      await this.#writeTogether(batch);
    } catch {
      // An answer that cannot be written (its conversation may be deleted) must not block the others.
      for (const answer of batch) await this.#writeTogether([answer]).catch((error) => this.#failed(answer, error));
    }
  }

  /** `taken`: answers that another process has taken over, which counts them in the figures. */
  async #writeTogether(batch: readonly RunningAnswer[], taken = new Set<RunningAnswer>()): Promise<void> {
    const { db } = this.#deps;
    const ended = batch.filter((answer) => answer.ending);
    const events = batch.filter((answer) => !answer.ending).map((answer) => ({ answer, added: newEventsOf(answer) }));
    for (const { answer } of events) answer.text.events.hasLog = true;
    const ours = ended.filter((answer) => !taken.has(answer));
    const heardOf = ours.filter(({ userId }) => userId && this.#deps.webhookListeners.mayHearOfAnswers(userId));
    // Most people have no webhooks: the end of their answers waits for no read and gets no statement.
    const told = heardOf.length > 0 ? await eventsOfAnswers(this.#deps, heardOf) : [];
    let written: Written;
    try {
      written = await db.atomic((step) => this.#addTo(step, { ended, ours, events, told }));
    } catch (error) {
      // Repeated without those answers in the figures. Their other statements change nothing.
      if (error instanceof TakenOver) return this.#writeTogether(batch, new Set([...taken, ...error.answers]));
      throw error;
    }
    for (const titled of written.titled) this.#publish(titled.rows);
    if (written.deliveries.some(({ rows }) => rows.length > 0)) announceEvents(this.#deps);
    for (const answer of ours) this.#deps.metrics.answerEnded(measuresOf(answer));
    const kept = written.kept && new Set(written.kept.rows.map(({ id }) => id));
    for (const { answer, added } of events)
      if (kept?.has(answer.id) === false) this.#onTaken(answer);
      else answer.text.events.loggedSequence = added.lastSequence;
    for (const { answer, released } of written.releases)
      if (released.rows.length > 0) this.#settle(answer);
      else await this.#settleAsStored(answer);
    if (db.engine === 'postgres' && !this.#deps.links.reachAll) this.#notifyOthers(batch);
  }

  /** Adds all that is pending to a step. It throws TakenOver if one of `ours` belongs to another process by now. */
  #addTo(step: Step, { ended, ours, events, told }: Pending): Written {
    const { db, bootId } = this.#deps;
    const releases = ended.map((answer) => ({
      answer,
      released: step.add(releaseGeneration.in(db, step.orm, { messageId: answer.id, bootId })),
    }));
    const kept = appendEvents(
      db,
      step,
      bootId,
      events.map(({ added }) => added),
    );
    for (const answer of ended) this.#addEnd(step, answer);
    const titled = ended.flatMap((answer) => this.#addTitle(step, answer) ?? []);
    const deliveries = told.map((event) => step.add(this.#eventStatement(step.orm, event)));
    addFigures(this.#deps, step, ours.flatMap(figuresOfAnswer));
    step.check(() => {
      const lost = releases.filter(({ released }) => released.rows.length === 0).map(({ answer }) => answer);
      if (lost.some((answer) => ours.includes(answer))) throw new TakenOver(lost);
    });
    return { releases, kept, titled, deliveries };
  }

  /** These change nothing if another process has claimed the generation. */
  #addEnd(step: Step, answer: RunningAnswer): void {
    const { db } = this.#deps;
    const { id } = answer;
    step.add(finishMessage.in(db, step.orm, endingOf(answer.row)));
    if (answer.text.events.hasLog) step.add(dropEvents.in(db, step.orm, { id }));
    if (answer.ending?.refund) this.#refund(step, answer);
  }

  #eventStatement(orm: Orm, event: NewEvent<'answer.finished'>) {
    const { messageId, status } = event.data;
    return eventStatement(this.#deps, orm, { ...event, onlyIf: this.#isEnding(messageId, status) });
  }

  #addTitle(step: Step, { row, provisionalTitle }: RunningAnswer) {
    return provisionalTitle === null ? null : titleConversation(this.#deps.db, step, row, provisionalTitle);
  }

  /** Sends conversations as the step left them, before anything can change them again. */
  #publish(conversations: readonly ConversationRow[]): void {
    const { live, now } = this.#deps;
    for (const row of conversations)
      live.publish(ownerOfConversation(row), { type: 'conversation', conversation: toConversation(row, now()) });
  }

  /** Refunds a failed attempt: its charges or, without charges, the free Continue of its message. */
  #refund(step: Step, { id, chargeIds, row }: RunningAnswer): void {
    const { messages: m } = this.#deps.db.tables;
    const onlyIf = this.#isEnding(id, row.status);
    if (chargeIds.length > 0) {
      refundCharges(this.#deps, step, chargeIds, onlyIf);
      return;
    }
    step.add(
      step.orm
        .update(m)
        .set({ freeContinueUsed: false })
        .where(and(eq(m.id, id), onlyIf)),
    );
  }

  /** No other process makes the answer, and it ended with this status. */
  #isEnding(id: string, status: MessageStatus): SQL {
    const { generations: g, messages: m } = this.#deps.db.tables;
    return sql`exists (select 1 from ${m} where ${m.id} = ${id} and ${m.status} = ${status})
      and not exists (select 1 from ${g} where ${g.messageId} = ${id})`;
  }

  /** Another process took over this answer while this one was delayed. What it stored is authoritative. */
  async #settleAsStored(answer: RunningAnswer): Promise<void> {
    const { db } = this.#deps;
    const [row] = await db.orm.select().from(db.tables.messages).where(eq(db.tables.messages.id, answer.id));
    if (row?.status === 'streaming') this.#onTaken(answer);
    else answer.settle(row ?? answer.row);
  }

  #settle(answer: RunningAnswer): void {
    answer.settle();
    this.#deps.ended(answer.row);
  }

  #notifyOthers(batch: readonly RunningAnswer[]): void {
    for (let i = 0; i < batch.length; i += idsPerNotification) {
      const ids = batch.slice(i, i + idsPerNotification).map(({ id }) => id);
      this.#deps.db.notify(`answers:${ids.join(',')}`);
    }
  }

  /** A constraint violation is final. Other errors (the database cannot be reached) are retried with the next flush. */
  #failed(answer: RunningAnswer, error: unknown): void {
    if (!isConstraintViolation(error)) return;
    this.#deps.log.warn({ answer: answer.id }, 'an answer could not be saved: its conversation was deleted');
    answer.abort.abort();
    answer.end('interrupted', { error: 'This answer could not be saved.' });
    answer.settle();
  }
}
