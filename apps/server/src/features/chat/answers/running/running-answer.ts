import { isDeepStrictEqual } from 'node:util';
import type { Source, Step, Usage, UsedMemory } from '@noek/contract/chat/answers';
import { citationPattern, numbersIn } from '@noek/contract/chat/citations';
import { maxAnswerLength, maxReasoningLength } from '@noek/contract/chat/limits';
import type { MessageStatus } from '@noek/contract/chat/schemas';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { UsedFile } from '@noek/contract/files/schemas';
import { cutText } from '../../../../text/cut-text.ts';
import type { RelevantMemory } from '../../../memory/for-answers/relevant-memories.ts';
import { usedMemories } from '../../../memory/for-answers/used-memories.ts';
import type { Follower } from '../../live/follower.ts';
import { eventOf, type LogEntry, type ModelTurn, type TurnEntry, withEntry } from '../../log/log-entries.ts';
import { type MessageRow, toMessage } from '../../records/chat.queries.ts';
import type { AnswerOptions } from './answer-options.ts';
import { type CallUsage, sumOf } from './call-usage.ts';

/** Followers get new text at most this often, in milliseconds, but the first text at once. */
const emitEveryMs = 50;

/** An answer while this process makes it: its text, its steps, its events and its followers. */
export class RunningAnswer {
  readonly abort = new AbortController();
  readonly chargeIds: readonly string[];
  /** Whose answer it is; null for a guest's. */
  readonly userId: string | null;
  /** The conversation's title, if the answer may replace it; otherwise null. */
  readonly provisionalTitle: string | null;
  /** The model calls that asked for tools, as a process that died has logged them. */
  readonly turnsBefore: readonly ModelTurn[];
  /** Event n is entries[n - 1 - offset]. */
  readonly #entries: LogEntry[];
  readonly #offset: number;
  /** The length of the text when it was charged. A continued answer has older text. */
  readonly #lengthBefore: number;
  #question = '';
  readonly #given = new Map<string, RelevantMemory>();
  readonly #followers = new Set<Follower>();
  /** The model calls that have not ended. */
  readonly #calls = new Set<CallUsage>();
  #row: MessageRow;
  /** Another process can continue text up to here: the hidden turns say how it was produced. */
  #coveredLength: number;
  #held = '';
  #heldReasoning = '';
  /** The parts of its text that were thoughts, in order. */
  readonly #thoughts: { from: number; to: number }[] = [];
  #reasoningSince: number | null = null;
  #lastEmit = Number.NEGATIVE_INFINITY;
  /** The sequence number of the last logged event. */
  loggedSequence: number;
  /** Whether the log may have events of it. */
  hasLog: boolean;
  /** It was sent to a model, here or by a process that died. From then on only a failure is refunded. */
  asked: boolean;
  /** It reached the length limit, and text was dropped. */
  isFull = false;
  /** It is queued. */
  #waiting = false;
  readonly #startedAt = performance.now();
  #waitingSince: number | null = null;
  #waitedUntil: number | null = null;
  /** It was begun by another process, so the time to its first text is unknown. */
  readonly #isTakenOver: boolean;
  /** Who answers, as "provider · model"; null before a model does. */
  model: string | null = null;
  /** How long its first text took since it was started here, in milliseconds; null if that is not known. */
  firstTokenMs: number | null = null;
  /** How it ended, set before the end is written; null while it runs. */
  ending: { refund: boolean } | null = null;
  /** Set once the end is written. */
  settledAt: number | null = null;
  /** Whether this process surely makes it, so that new text may be shown. */
  mayShow: () => boolean = () => true;

  constructor(
    row: MessageRow,
    options: Pick<AnswerOptions, 'owner' | 'chargeIds' | 'provisionalTitle' | 'asked' | 'before'>,
  ) {
    this.#row = row;
    this.chargeIds = options.chargeIds;
    this.userId = options.owner.userId;
    this.provisionalTitle = options.provisionalTitle;
    this.asked = options.asked ?? false;
    this.turnsBefore = options.before?.turns ?? [];
    this.#isTakenOver = options.before !== undefined;
    this.hasLog = this.#isTakenOver;
    this.#lengthBefore = options.before?.contentLength ?? row.content.length;
    this.#coveredLength = row.content.length;
    // Readers that had less of it get the rest from here.
    this.#entries = [...(options.before?.entries ?? [])];
    this.#offset = row.sequence - this.#entries.length;
    this.loggedSequence = row.sequence;
  }

  get id(): string {
    return this.#row.id;
  }
  get row(): MessageRow {
    return this.#row;
  }
  /** Its text so far, with what is not shown yet. */
  get said(): string {
    return this.#row.content + this.#held;
  }
  get hasText(): boolean {
    return this.#row.content.length > 0 || this.#held.length > 0;
  }
  /** It got text since it was charged. A continued answer also has older text. */
  get hasNewText(): boolean {
    return this.#row.content.length > this.#lengthBefore || this.#held.length > 0;
  }
  /** Another process can continue from its log without losing text that was shown. */
  get canMove(): boolean {
    return this.#row.content.length === this.#coveredLength && this.#held.length === 0;
  }
  /** Whether the log has everything so far. */
  get isLogged(): boolean {
    return this.loggedSequence >= this.#row.sequence;
  }

  /** Tells the followers whether it is queued. */
  setWaiting(waiting: boolean): void {
    if (this.ending || this.#waiting === waiting) return;
    this.#waiting = waiting;
    if (waiting) this.#waitingSince = performance.now();
    else this.#waitedUntil = performance.now();
    for (const { onEvent } of this.#followers) onEvent(this.#waitingEvent());
  }

  /** How long it was queued, in milliseconds; null if it was not. */
  get waitedMs(): number | null {
    return this.#waitingSince === null ? null : (this.#waitedUntil ?? performance.now()) - this.#waitingSince;
  }

  setAnsweredBy(label: string, model: string): void {
    this.model = model;
    // The reasoning of a model that failed is not part of the next model's reasoning.
    this.#endReasoning();
    this.#row = { ...this.#row, answeredBy: label };
  }

  /** Sets whether the model that answers was offered tools and takes none. */
  setToolsLeftOut(leftOut: boolean): void {
    this.#row = { ...this.#row, toolsLeftOut: leftOut };
  }

  /** Notes models that did not answer because they are no longer available. */
  addGone(names: readonly string[]): void {
    if (names.length === 0) return;
    this.#row = { ...this.#row, modelsGone: [...new Set([...(this.#row.modelsGone ?? []), ...names])] };
  }

  /** Counts what a model call uses, also if the answer ends before it does. */
  beginCall(call: CallUsage): void {
    this.#calls.add(call);
  }

  endCall(call: CallUsage): void {
    if (this.ending || !this.#calls.delete(call)) return;
    this.#row = { ...this.#row, usage: sumOf(this.#row.usage, call.total) };
  }

  /** Sets how many earlier messages were not sent to the model. */
  setTurnsLeftOut(turns: number): void {
    this.#row = { ...this.#row, turnsLeftOut: turns };
  }

  /** Adds text. Returns false when the answer has reached the length limit and text was dropped. */
  push(text: string): boolean {
    this.#endReasoning();
    if (!this.#isTakenOver) this.firstTokenMs ??= performance.now() - this.#startedAt;
    const room = maxAnswerLength - this.#row.content.length - this.#held.length;
    this.#held += cutText(text, room);
    this.isFull ||= text.length > room;
    this.#emitSoon();
    return !this.isFull;
  }

  /** Adds reasoning, up to its length limit. */
  think(text: string): void {
    if (this.#held) this.emit();
    const length = (this.#row.reasoning?.text.length ?? 0) + this.#heldReasoning.length;
    const added = length > 0 && this.#reasoningSince === null ? `\n\n${text}` : text;
    this.#reasoningSince ??= performance.now();
    const room = maxReasoningLength - length;
    if (room > 0) this.#heldReasoning += added.length >= room ? `${cutText(added, room - 1)}…` : added;
    this.#emitSoon();
  }

  /** The text from this character on was a thought. It is shown until the answer ends, which moves it to the reasoning. */
  retract(from: number): void {
    const to = this.said.length;
    if (to > from) this.#thoughts.push({ from, to });
  }

  /** Shows a step, or changes one. A step keeps the place in the text at which it began. */
  putStep(step: Omit<Step, 'at'>): void {
    if (this.ending) return;
    this.emit();
    const known = this.#row.steps?.find(({ id }) => id === step.id);
    this.#add({ step: { ...step, at: known?.at ?? this.#row.content.length } });
  }

  /** Numbers pages that it may cite, continuing after the sources it has. A page that it has keeps its number. */
  addSources(sources: readonly Omit<Source, 'number'>[]): Source[] {
    const all = [...(this.#row.sources ?? [])];
    const numbered = sources.map((source) => {
      const known = source.url === '' ? undefined : all.find(({ url }) => url === source.url);
      const last = all.reduce((highest, { number }) => Math.max(highest, number), 0);
      const added = { ...source, number: known?.number ?? last + 1 };
      if (!known) all.push(added);
      return added;
    });
    if (!this.ending && all.length > 0) this.#row = { ...this.#row, sources: all };
    return numbered;
  }

  /** Numbers passages that it is given and logs them, so that a process that takes over keeps their numbers. */
  givePassages(sources: readonly Omit<Source, 'number'>[]): Source[] {
    if (this.ending) return [];
    const numbered = this.addSources(sources);
    this.emit();
    this.#add({ sources: numbered });
    return numbered;
  }

  /** Notes what it is given of files. */
  setUsedFiles(files: readonly UsedFile[]): void {
    if (!this.ending && files.length > 0) this.#row = { ...this.#row, usedFiles: [...files] };
  }

  /** Notes the instructions that it is given and logs them, so that a process that takes over knows them as they were. */
  giveInstructions(instructions: NonNullable<MessageRow['usedInstructions']>): void {
    if (this.ending || isDeepStrictEqual(this.#row.usedInstructions, instructions)) return;
    this.emit();
    this.#add({ instructions });
  }

  /** The model that answers was not given the pictures. */
  leavePicturesOut(): void {
    const reason = 'the model that answered cannot see pictures';
    const left = (file: UsedFile): UsedFile =>
      file.isPicture ? { fileId: file.fileId, name: file.name, given: 'none', reason } : file;
    this.setUsedFiles((this.#row.usedFiles ?? []).map(left));
  }

  /** Notes memories that it is given. When it ends, its text decides which of them it has used. */
  giveMemories(memories: readonly RelevantMemory[], question: string): void {
    this.#question = question;
    for (const memory of memories) this.#given.set(memory.id, memory);
  }

  /** Notes what a model asked for, or the result of a call. It is never shown. */
  note(turn: TurnEntry): void {
    if (this.ending) return;
    this.emit();
    this.#add({ turn });
    this.#coveredLength = this.#row.content.length;
  }

  /** Notes the calls that a model asked for, after `text`. */
  noteCalls(turn: Pick<Extract<TurnEntry, { calls: unknown }>, 'byModel' | 'text' | 'calls'>): void {
    this.#endReasoning();
    const { answeredBy, reasoning, toolsLeftOut, modelsGone, usage } = this.#row;
    this.note({
      ...turn,
      answeredBy,
      reasoningMs: reasoning?.ms ?? 0,
      ...(toolsLeftOut && { toolsLeftOut }),
      ...(modelsGone && { modelsGone }),
      ...(usage && { usage }),
    });
  }

  /** Logs what is known of it so far, for the process that continues it after its text. */
  handOver(): void {
    this.emit();
    const usage = this.#usage();
    if (usage !== null && !this.ending && this.mayShow()) this.#add({ sources: [], usage });
  }

  /** Sends the held text or reasoning to the followers as one event. */
  emit(): void {
    if (!this.ending && this.mayShow()) this.#release();
  }

  /** Sets how the answer ends. Returns false if it has already ended. */
  end(
    status: Exclude<MessageStatus, 'streaming'>,
    options: { error?: string; errorHint?: string | null; refund?: boolean; shownLength?: number | undefined } = {},
  ): boolean {
    if (this.ending) return false;
    this.#endReasoning();
    // Also what may not be shown yet: followers get it with the end, which is stored only if the answer is still this process's.
    if (status !== 'stopped') this.#release(this.mayShow());
    if (status === 'stopped') this.#row = { ...this.#row, content: this.#shown(options.shownLength) };
    this.#moveThoughts();
    const { content } = this.#row;
    this.ending = { refund: options.refund ?? false };
    this.#row = {
      ...this.#row,
      status,
      steps: this.#row.steps?.map(ended) ?? null,
      usedMemories: this.#used(content),
      // An answer that is continued may still cite them.
      sources: status === 'interrupted' ? this.#row.sources : usefulSources(this.#row.sources, content),
      error: options.error ?? null,
      errorHint: options.errorHint ?? null,
      usage: this.#usage(),
    };
    return true;
  }

  /** Ends it after a failure. It is refunded unless it got new text. */
  fail(error: string, errorHint: string | null = null): boolean {
    return this.end(this.hasText ? 'interrupted' : 'failed', { error, errorHint, refund: !this.hasNewText });
  }

  /** Ends it because the reader stopped it. It is refunded only if it was not sent to a model yet. */
  stop(shownLength: number | undefined): boolean {
    const ended = this.end('stopped', { shownLength, refund: !this.asked });
    if (ended) this.abort.abort();
    return ended;
  }

  /** The events after `sequence`, as the log has them. */
  entriesAfter(sequence: number): LogEntry[] {
    return this.#entries.slice(Math.max(0, sequence - this.#offset));
  }

  /** Calls back for each event after `after`: past ones at once, new ones as they come. Returns how to stop. */
  follow(after: number, follower: Follower): () => void {
    const { onEvent } = follower;
    let sequence = Math.max(after, this.#offset);
    for (const entry of this.entriesAfter(sequence)) onEvent(eventOf(++sequence, entry));
    if (this.#waiting && !this.ending) onEvent(this.#waitingEvent());
    if (this.settledAt !== null) onEvent(this.#doneEvent());
    else this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  /** Tells the followers that it ended. `row` is the stored row, if another process wrote it. */
  settle(row: MessageRow = this.#row): void {
    this.#row = row;
    this.settledAt = performance.now();
    const event = this.#doneEvent();
    for (const { onEvent } of this.#followers) onEvent(event);
    this.#followers.clear();
  }

  /** Ends it here, because another process makes it from now on. */
  leave(): void {
    this.abort.abort();
    this.settledAt = performance.now();
    const followers = [...this.#followers];
    this.#followers.clear();
    for (const { onMoved } of followers) onMoved();
  }

  #release(isShown = true): void {
    if (this.#heldReasoning) {
      const reasoning = this.#heldReasoning;
      this.#heldReasoning = '';
      this.#add({ reasoning }, isShown);
    }
    if (!this.#held) return;
    const text = this.#held;
    this.#held = '';
    this.#add(text, isShown);
  }

  #emitSoon(): void {
    if (performance.now() - this.#lastEmit >= emitEveryMs) this.emit();
  }

  #add(entry: LogEntry, isShown = true): void {
    // A source or a step does not delay the text after it.
    if (typeof entry === 'string' || 'reasoning' in entry) this.#lastEmit = performance.now();
    this.#entries.push(entry);
    this.#row = withEntry(this.#row, entry);
    if (!isShown) return;
    const event = eventOf(this.#row.sequence, entry);
    for (const { onEvent } of this.#followers) onEvent(event);
  }

  /** The model stopped thinking: it wrote, called a tool, or ended. */
  #endReasoning(): void {
    if (this.#reasoningSince === null) return;
    this.emit();
    const ms = Math.round(performance.now() - this.#reasoningSince);
    this.#reasoningSince = null;
    const { reasoning } = this.#row;
    if (reasoning) this.#row = { ...this.#row, reasoning: { ...reasoning, ms: reasoning.ms + ms } };
  }

  /**
   * The memories that its text has used, with those that a continued answer had before; null only if it was given none. Training data must
   * not have an answer that was given memories, whatever it used.
   */
  #used(content: string): UsedMemory[] | null {
    const before = this.#row.usedMemories ?? [];
    const ids = new Set(before.map(({ id }) => id));
    const added = usedMemories([...this.#given.values()], { question: this.#question, answer: content }).filter(
      ({ id }) => !ids.has(id),
    );
    return this.#given.size > 0 ? [...before, ...added] : this.#row.usedMemories;
  }

  /** What its model calls have used so far, with those that have not ended. */
  #usage(): Usage | null {
    return [...this.#calls].reduce((sum, call) => sumOf(sum, call.total), this.#row.usage);
  }

  /** The text that was on screen when the reader stopped it. */
  #shown(length = Number.POSITIVE_INFINITY): string {
    return cutText(this.#row.content, length);
  }

  /** Moves the parts of the text that were thoughts to the reasoning. */
  #moveThoughts(): void {
    for (const { from, to } of this.#thoughts.toReversed()) {
      const { content, reasoning, steps } = this.#row;
      const thought = content.slice(from, to).trim();
      if (!thought) continue;
      const before = content.slice(0, from);
      const text = [thought, reasoning?.text ?? ''].filter((each) => each !== '').join('\n\n');
      this.#row = {
        ...this.#row,
        content: before + (before === '' ? content.slice(to).trimStart() : content.slice(to)),
        reasoning: { text: cutText(text, maxReasoningLength), ms: reasoning?.ms ?? 0 },
        steps: steps?.map((step) => ({ ...step, at: step.at - Math.max(0, Math.min(step.at, to) - from) })) ?? null,
      };
    }
  }

  #waitingEvent(): GenerationEvent {
    return { type: 'waiting', sequence: this.#row.sequence, waiting: this.#waiting };
  }

  #doneEvent(): GenerationEvent {
    return { type: 'done', sequence: this.#row.sequence, message: toMessage(this.#row) };
  }
}

const citation = new RegExp(citationPattern, 'g');

/**
 * The pages that were read, the passages of the knowledge base if the text cites one of them, and the passages of files that it cites.
 */
function usefulSources(sources: Source[] | null, text: string): Source[] | null {
  if (!sources?.some(({ kind }) => kind === 'knowledge' || kind === 'file')) return sources;
  const cited = new Set([...text.matchAll(citation)].flatMap(([, list = '']) => numbersIn(list)));
  const isKnowledgeCited = sources.some(({ kind, number }) => kind === 'knowledge' && cited.has(number));
  return sources.filter(({ kind, number }) => {
    if (kind === 'knowledge') return isKnowledgeCited;
    return kind !== 'file' || cited.has(number);
  });
}

/** A step that runs when its answer ends does not finish. */
const ended = (step: Step): Step => (step.status === 'running' ? { ...step, status: 'failed' } : step);
