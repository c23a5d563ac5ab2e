import { firstText, isJsonObject, isObject, type Json } from './json.ts';
import type { LlmEvent } from './llm.ts';

type ToolCall = { index: unknown; id: string; name: string; arguments: string; extra: Json | null };

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
      call = { index: fragment.index, id: '', name: '', arguments: '', extra: null };
      this.#calls.push(call);
    }
    call.id ||= id;
    call.name ||= name;
    if (isObject(fragment.extra_content)) call.extra = { extra_content: fragment.extra_content };
    const given = part.arguments;
    if (isObject(given)) call.arguments = JSON.stringify(given);
    // A whole call may come twice.
    else if (typeof given === 'string' && !(given === call.arguments && isJsonObject(given))) call.arguments += given;
  }

  /** The calls of `provider`, in the order in which they started. Those without an id get one that every provider accepts. */
  events(provider: string): LlmEvent[] {
    return this.#calls.map((call, position) => ({
      type: 'tool-call',
      id: call.id || madeUpId(position),
      name: call.name,
      arguments: call.arguments || '{}',
      ...(call.extra && { extra: { provider, content: call.extra } }),
    }));
  }
}

/** Mistral accepts only ids of nine letters and digits. */
export const madeUpId = (position: number): string => `call${String(position + 1).padStart(5, '0')}`;
