import { maxDocumentBytes } from '@noek/contract/documents/limits';
import { firstText, isJsonObject, isObject, type Json } from '../json.ts';
import type { LlmEvent } from '../llm.ts';
import { addCallPart, type ToldCall } from './call-parts.ts';
import { JsonScan } from './json-scan.ts';

/** How many calls one answer may make. The others are dropped. */
export const mostCalls = 32;
/**
 * The longest arguments of a call in UTF-16 code units: a whole document with its escapes. Longer ones are cut, and a call with cut ones cannot
 * run.
 */
export const longestArguments = 2 * maxDocumentBytes + 8 * 1024;

type ToolCall = ToldCall & { id: string; position: number; scan: JsonScan; extra: Json | null };

/** Assembles streamed tool calls from their fragments, in the forms that providers send. Every fragment takes a bounded number of steps. */
export class ToolCallCollector {
  readonly #calls: ToolCall[] = [];
  readonly #byId = new Map<string, ToolCall>();
  /** The latest call with each number; null if it was dropped. */
  readonly #byIndex = new Map<unknown, ToolCall | null>();
  #last: ToolCall | null = null;

  get size(): number {
    return this.#calls.length;
  }

  /** Takes a fragment. `pending` gets what has arrived of a call that is shown while it arrives. */
  take(fragment: Json, pending: LlmEvent[] = []): void {
    const part = isObject(fragment.function) ? fragment.function : {};
    const { index } = fragment;
    const id = firstText(fragment.id);
    const name = firstText(part.name);
    const given = part.arguments;
    let call = index === undefined ? this.#last : this.#byIndex.get(index);
    // Some providers number every call 0, or none: another id together with a name starts another call.
    const isOther = call && id && call.id && id !== call.id;
    if (isOther) call = this.#byId.get(id) ?? (name ? undefined : call);
    else if (call && !id && name && startsAnother(call, name, given)) call = undefined;
    if (!call) call = this.#begin(index, { id, name });
    if (!call) return;
    if (id && !call.id) this.#byId.set(id, call);
    call.id ||= id;
    call.name ||= name;
    if (isObject(fragment.extra_content)) call.extra = { extra_content: fragment.extra_content };
    if (isObject(given)) replaceArguments(call, JSON.stringify(given));
    // A whole call may come twice.
    else if (typeof given === 'string' && !(given === call.arguments && isJsonObject(given))) addArguments(call, given);
    addCallPart(pending, call, call.position);
  }

  /** Starts a call; null if the answer has enough, or if this is more of a call that was dropped. */
  #begin(index: unknown, { id, name }: Pick<ToolCall, 'id' | 'name'>): ToolCall | null {
    const isFull = this.#calls.length >= mostCalls;
    const position = this.#calls.length;
    const call = isFull
      ? null
      : { ...{ id, name, position, arguments: '', whole: '', told: 0 }, scan: new JsonScan(), extra: null };
    this.#last = call;
    if (call) this.#calls.push(call);
    if (call && id) this.#byId.set(id, call);
    if (index !== undefined && (call || this.#byIndex.has(index))) this.#byIndex.set(index, call);
    return call;
  }

  /** The calls of `provider`, in the order in which they started. Those without an id get one that every provider accepts. */
  events(provider: string): LlmEvent[] {
    return this.#calls.map((call, position) => ({
      type: 'tool-call',
      id: call.id || madeUpId(position),
      name: call.name,
      arguments: withoutFence(argumentsOf(call)) || '{}',
      ...(call.extra && { extra: { provider, content: call.extra } }),
    }));
  }
}

/** Mistral accepts only ids of nine letters and digits. */
export const madeUpId = (position: number): string => `call${String(position + 1).padStart(5, '0')}`;

/**
 * Whether a fragment with a name, but without an id, starts another call than the one with its number: names may be repeated in every
 * fragment of a call, but not after its arguments are complete.
 */
function startsAnother(call: ToolCall, name: string, given: unknown): boolean {
  if (call.name === '') return false;
  const isSame = name === call.name;
  if (!call.scan.isComplete) return !isSame;
  const begins = isObject(given) || (typeof given === 'string' && given.trimStart().startsWith('{'));
  return !isSame || (begins && given !== call.arguments);
}

function addArguments(call: ToolCall, given: string): void {
  if (given === '') return;
  call.whole = call.whole !== null && given.startsWith(call.whole) ? given : null;
  const room = longestArguments - call.arguments.length;
  if (room <= 0) return;
  const added = given.slice(0, room);
  call.arguments += added;
  call.scan.take(added);
}

/**
 * Some providers send all arguments so far in each fragment. That can be told apart only when the call is whole: `{"a":` may be followed by
 * `{"a":1}}`.
 */
function argumentsOf({ arguments: joined, whole }: ToolCall): string {
  const isOnePiece = whole === null || whole === joined;
  return !isOnePiece && !isJsonObject(joined) && isJsonObject(whole) ? whole : joined;
}

function replaceArguments(call: ToolCall, given: string): void {
  call.arguments = '';
  call.whole = '';
  call.scan = new JsonScan();
  addArguments(call, given);
}

const openingFence = /^\s*(?:```|~~~)\w*/;

/** The text without the code block that some models put around JSON. */
export function withoutFence(text: string): string {
  const [opening] = openingFence.exec(text) ?? [];
  if (opening === undefined) return text;
  const inner = text.slice(opening.length).trim();
  return /(?:```|~~~)$/.test(inner.slice(-3)) ? inner.slice(0, -3).trimEnd() : inner;
}
