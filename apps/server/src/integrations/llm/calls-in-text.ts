import { firstText, isObject, type Json } from './json.ts';
import type { LlmToolCall } from './llm.ts';
import { madeUpId, mostCalls } from './tool-call-collector.ts';

/** How models begin a tool call that their server did not recognize as one. */
const marks = ['<tool_call>', '[TOOL_CALLS]', '<function=', '<|python_tag|>'];
const fence = '```json';
/** The longest text that is held back. Longer texts are no calls. */
const longestCall = 8_000;
/** Within this many characters an object shows whether it is a call. */
const firstKey = 40;
const beginsLikeCall = /^\{\s*"(?:name|function|tool|tool_name|type)"/;

/**
 * Finds tool calls that a small model writes as its text. Text that may turn out to be a call is held back; all other text is
 * passed on at once.
 */
export class CallsInText {
  readonly #offered: ReadonlySet<string>;
  #held = '';
  #isText = false;

  constructor(offered: readonly string[]) {
    this.#offered = new Set(offered);
  }

  /** Takes the next text. Returns what can be shown. */
  take(text: string): string {
    if (this.#isText) return text;
    this.#held += text;
    if (mayBeCall(this.#held.trimStart())) return '';
    this.#isText = true;
    return this.#held;
  }

  /** The end of the answer: the calls that it consisted of, or the text that was held back. */
  end(): { text: string; calls: LlmToolCall[] } {
    const held = this.#isText ? '' : this.#held;
    const calls = callsIn(held.trim(), this.#offered);
    return calls.length > 0 ? { text: '', calls } : { text: held, calls: [] };
  }
}

function mayBeCall(text: string): boolean {
  if (text.length > longestCall) return false;
  if ([...marks, fence].some((mark) => mark.startsWith(text) || (mark !== fence && text.startsWith(mark)))) return true;
  const json = withoutFence(text);
  return json === '' || (json.startsWith('{') && (json.length < firstKey || beginsLikeCall.test(json)));
}

const withoutFence = (text: string): string =>
  text.startsWith(fence) ? text.slice(fence.length).replace(/```$/, '').trim() : text;

function callsIn(text: string, offered: ReadonlySet<string>): LlmToolCall[] {
  const mark = marks.find((known) => text.startsWith(known));
  const written = mark === undefined ? [withoutFence(text)] : text.split(mark).slice(1);
  const calls = written.flatMap((part) => callsOf(mark === '<function=' ? fromTag(part) : parsed(part)));
  // Without a mark, it may as well be the JSON that the person asked for.
  const areCalls = mark !== undefined || calls.every(({ name }) => offered.has(name));
  return areCalls ? calls.slice(0, mostCalls).map((call, position) => ({ ...call, id: madeUpId(position) })) : [];
}

/** `<function=name>{…}</function>`, without its beginning. */
function fromTag(part: string): unknown {
  const at = part.indexOf('>');
  return { name: part.slice(0, Math.max(0, at)), arguments: parsed(part.slice(at + 1)) };
}

/** The JSON value at the beginning of a text, which a closing tag may follow; undefined for anything else. */
function parsed(text: string): unknown {
  const closing = text.indexOf('</');
  try {
    return JSON.parse(closing < 0 ? text : text.slice(0, closing));
  } catch {
    return undefined;
  }
}

function callsOf(value: unknown): Omit<LlmToolCall, 'id'>[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (!isObject(value)) return [];
  const inner: Json = isObject(value.function) ? value.function : value;
  const name = firstText(inner.name, inner.tool, inner.tool_name, inner.function);
  const given = inner.arguments ?? inner.parameters ?? inner.args ?? {};
  return name ? [{ name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }] : [];
}
