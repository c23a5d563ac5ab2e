import { firstText, isJsonObject, type Json } from '../../json.ts';
import type { LlmEvent } from '../../llm.ts';
import { addCallPart, type ToldCall } from '../../tool-calls/call-parts.ts';
import { longestArguments, madeUpId, mostCalls, withoutFence } from '../../tool-calls/tool-call-collector.ts';

type Call = ToldCall & { id: string };

/** The tool calls of one response. An item is named by its id or, where a server gives each event another one, by its position. */
export class ResponseCalls {
  readonly #calls: Call[] = [];
  readonly #byKey = new Map<unknown, Call>();

  get size(): number {
    return this.#calls.length;
  }

  /** Takes an item, which may be incomplete. `keys`: its position and id, under which its arguments arrive. */
  takeItem(item: Json, keys: readonly unknown[]): void {
    const call = this.#find(keys) ?? this.#findById(firstText(item.call_id, item.id)) ?? this.#begin();
    if (!call) return;
    for (const key of keys) if (key !== undefined) this.#byKey.set(key, call);
    call.id ||= firstText(item.call_id, item.id);
    call.name ||= firstText(item.name);
    this.#complete(call, item.arguments);
  }

  /** Takes the next arguments of a call. `pending` gets them too if the call is shown while it arrives. */
  addArguments(keys: readonly unknown[], piece: unknown, pending: LlmEvent[]): void {
    const call = this.#find(keys);
    if (!call || typeof piece !== 'string') return;
    call.arguments += piece.slice(0, longestArguments - call.arguments.length);
    addCallPart(pending, call, this.#calls.indexOf(call));
  }

  /** All arguments at once, after their pieces. */
  completeArguments(keys: readonly unknown[], whole: unknown): void {
    const call = this.#find(keys);
    if (call) this.#complete(call, whole);
  }

  events(): Extract<LlmEvent, { type: 'tool-call' }>[] {
    return this.#calls.map(({ id, name, arguments: given }, position) => ({
      ...{ type: 'tool-call', id: id || madeUpId(position), name },
      arguments: withoutFence(given) || '{}',
    }));
  }

  /** Pieces may have been lost: what is said to be all of it counts, unless it is less readable than they are. */
  #complete(call: Call, whole: unknown): void {
    if (typeof whole !== 'string' || whole === '') return;
    if (isJsonObject(call.arguments) && !isJsonObject(whole)) return;
    call.arguments = whole.slice(0, longestArguments);
  }

  #find(keys: readonly unknown[]): Call | undefined {
    for (const key of keys) {
      const call = key === undefined ? undefined : this.#byKey.get(key);
      if (call) return call;
    }
    return undefined;
  }

  #findById(id: string): Call | undefined {
    return id === '' ? undefined : this.#calls.find((call) => call.id === id);
  }

  #begin(): Call | undefined {
    if (this.#calls.length >= mostCalls) return undefined;
    const call = { id: '', name: '', arguments: '', whole: null, told: 0 };
    this.#calls.push(call);
    return call;
  }
}
