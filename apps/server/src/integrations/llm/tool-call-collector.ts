import { firstText, isObject, type Json } from './json.ts';
import type { LlmEvent } from './llm.ts';

type ToolCall = { index: unknown; id: string; name: string; arguments: string };

/** Puts the fragments of streamed tool calls together, in the forms that providers send them in. */
export class ToolCallCollector {
  readonly #calls: ToolCall[] = [];

  get size(): number {
    return this.#calls.length;
  }

  take(fragment: Json): void {
    const part = isObject(fragment.function) ? fragment.function : {};
    const id = firstText(fragment.id);
    const name = firstText(part.name);
    const last = this.#calls.at(-1);
    let call = fragment.index === undefined ? last : this.#calls.findLast((known) => known.index === fragment.index);
    // Some number every call 0, or not at all: another id together with a name begins another call.
    if (!call || (id && name && call.id && id !== call.id)) {
      call = { index: fragment.index, id: '', name: '', arguments: '' };
      this.#calls.push(call);
    }
    call.id ||= id;
    call.name ||= name;
    const given = part.arguments;
    if (typeof given === 'string') call.arguments += given;
    else if (isObject(given)) call.arguments = JSON.stringify(given);
  }

  /** The calls, in the order in which they began. */
  events(): LlmEvent[] {
    return this.#calls.map((call, position) => ({
      type: 'tool-call',
      id: call.id || `call_${position}`,
      name: call.name,
      arguments: call.arguments || '{}',
    }));
  }
}
