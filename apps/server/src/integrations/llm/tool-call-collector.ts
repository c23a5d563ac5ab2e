import { firstText, isObject, type Json } from './json.ts';
import type { LlmEvent } from './llm.ts';

type ToolCall = { index: unknown; id: string; name: string; arguments: string };

/** Assembles streamed tool calls from their fragments, in the forms that providers send. */
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
    // Some providers number every call 0, or none: another id together with a name starts another call.
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

  /** The calls, in the order in which they started. */
  events(): LlmEvent[] {
    return this.#calls.map((call, position) => ({
      type: 'tool-call',
      id: call.id || `call_${position}`,
      name: call.name,
      arguments: call.arguments || '{}',
    }));
  }
}
