import { firstText, isObject, type Json } from './json.ts';
import { JsonScan } from './json-scan.ts';
import type { LlmToolCall } from './llm.ts';
import { withoutFence } from './tool-call-collector.ts';

export type WrittenCall = Omit<LlmToolCall, 'id'>;

/** How models begin a tool call that their server did not recognize as one. */
export const marks = ['<tool_call>', '<|tool_call|>', '[TOOL_CALLS]', '<function=', '<|python_tag|>'];
/** What may follow a call and belongs to it. */
export const closings = ['</tool_call>', '</function>', '[/TOOL_CALLS]', '<|eot_id|>', '<|eom_id|>', '<|im_end|>'];

/** What a text that begins with a mark is: a call, the beginning of one, or nothing of the kind. */
export type Reading = { is: 'calls'; calls: WrittenCall[]; length: number } | { is: 'begun' } | { is: 'none' };

const none = { is: 'none' } as const;
const begun = { is: 'begun' } as const;

const fence = /^(?:```|~~~)(?:json)?\s*/;
/** A name before the arguments: `[TOOL_CALLS]web_search[ARGS]{…}`. */
const named = /^([\w.:/-]{1,100})\s*(?:\[CALL_ID\]\w*)?\s*(?:\[ARGS\])?\s*(?=\{)/;
const mayBeNamed = /^[\w.:/-]{0,100}\s*(?:\[[A-Z_]*\]?\w*)?\s*$/;
/** `<tool_call>web_search <arg_key>query</arg_key> <arg_value>tides</arg_value>`. */
const withKeys = /^([\w.:/-]{1,100})\s*(?=<arg_key>)/;
const mayHaveKeys = /^[\w.:/-]{1,100}\s*<(?:a(?:r(?:g(?:_(?:k(?:e(?:y)?)?)?)?)?)?)?$/;
const mayBeFence = /^(?:`{1,3}|~{1,3})(?:j?|js|jso|json)$/;
const keyAndValue = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;
const functionTag = /^<function=\s*([\w.:/-]{1,100})\s*>\s*/;
const mayBeFunctionTag = /^<(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n(?:=[^<>{}\n]{0,120}>?\s*)?)?)?)?)?)?)?)?)?$/;
const parameter = /<parameter=\s*([\w.-]{1,100})\s*>([\s\S]*?)<\/parameter>/g;

/** Reads a text that begins with a mark. `isAll`: nothing follows it. */
export function readMarked(text: string, isAll: boolean): Reading {
  const mark = marks.find((known) => text.startsWith(known) && known !== '<function=') ?? '';
  const from = mark.length + (/^\s*/.exec(text.slice(mark.length))?.[0].length ?? 0);
  const body = text.slice(from);
  if (body === '') return isAll ? none : begun;
  const reading = body.startsWith('<') ? readFunction(body, isAll) : readBody(body, isAll);
  return reading.is === 'calls' ? { ...reading, length: reading.length + from } : reading;
}

function readBody(text: string, isAll: boolean): Reading {
  const opening = fence.exec(text)?.[0] ?? '';
  const body = text.slice(opening.length);
  const start = body[0];
  if (start === '{' || start === '[') {
    const json = readJson(body);
    if (!json) return begun;
    const calls = callsOf(json.value);
    if (calls.length === 0) return none;
    const length = opening.length + json.length;
    if (opening === '') return { is: 'calls', calls, length };
    const after = /^\s*[`~]{0,3}/.exec(body.slice(json.length))?.[0] ?? '';
    const isUndecided = !isAll && after.length === body.length - json.length && after.trim().length < 3;
    return isUndecided ? begun : { is: 'calls', calls, length: length + after.length };
  }
  const name = named.exec(body);
  const json = name && readJson(body.slice(name[0].length));
  if (name) {
    if (!json) return begun;
    return isObject(json.value) ? oneCall(name[1], json.value, name[0].length + json.length) : none;
  }
  if (withKeys.test(body)) return readKeys(body, isAll);
  const mayBegin = mayBeNamed.test(body) || mayHaveKeys.test(body) || mayBeFence.test(body);
  return !isAll && mayBegin ? begun : none;
}

/** `<function=name>` with its arguments as JSON or one by one. */
function readFunction(text: string, isAll: boolean): Reading {
  const tag = functionTag.exec(text);
  if (!tag) return !isAll && mayBeFunctionTag.test(text) ? begun : none;
  const body = text.slice(tag[0].length);
  if (body.startsWith('{')) {
    const json = readJson(body);
    if (!json) return begun;
    return isObject(json.value) ? oneCall(tag[1], json.value, tag[0].length + json.length) : none;
  }
  const end = body.indexOf('</function>');
  if (end < 0 && !isAll)
    return body === '' || '<parameter='.startsWith(body) || body.startsWith('<parameter=') ? begun : none;
  const given = end < 0 ? body : body.slice(0, end);
  return oneCall(tag[1], fieldsOf(given, parameter), tag[0].length + given.length);
}

function readKeys(text: string, isAll: boolean): Reading {
  const end = text.indexOf('</tool_call>');
  if (end < 0 && !isAll) return begun;
  const given = end < 0 ? text : text.slice(0, end);
  return oneCall(withKeys.exec(text)?.[1], fieldsOf(given, keyAndValue), given.length);
}

const fieldsOf = (text: string, pattern: RegExp): Json =>
  Object.fromEntries([...text.matchAll(pattern)].map(([, key = '', value = '']) => [key.trim(), value.trim()]));

const oneCall = (name = '', given: Json, length: number): Reading => ({
  is: 'calls',
  calls: [{ name, arguments: JSON.stringify(given) }],
  length,
});

/** The JSON value at the beginning of a text; null while it is not complete. */
function readJson(text: string): { value: unknown; length: number } | null {
  const length = new JsonScan().take(text);
  return length < 0 ? null : { value: parsed(text.slice(0, length)), length };
}

/** The calls that a whole text consists of, if it is the JSON of calls and nothing else. */
export const callsInJson = (text: string): WrittenCall[] => callsOf(parsed(text));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function callsOf(value: unknown): WrittenCall[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (!isObject(value)) return [];
  const inner: Json = isObject(value.function) ? value.function : value;
  const name = firstText(inner.name, inner.tool, inner.tool_name, inner.function);
  const given = inner.arguments ?? inner.parameters ?? inner.args ?? {};
  return name ? [{ name, arguments: typeof given === 'string' ? withoutFence(given) : JSON.stringify(given) }] : [];
}
