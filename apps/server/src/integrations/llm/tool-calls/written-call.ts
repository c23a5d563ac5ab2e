import { firstText, isObject, type Json } from '../json.ts';
import type { LlmToolCall } from '../llm.ts';
import { JsonScan } from './json-scan.ts';
import { withoutFence } from './tool-call-collector.ts';

export type WrittenCall = Omit<LlmToolCall, 'id'>;

/** What some models write around all calls of an answer. */
const wrappers = [
  '<tool_calls>',
  '<|tool_calls|>',
  '<function_calls>',
  '<|tool_calls_section_begin|>',
  '<｜tool▁calls▁begin｜>',
];
/** Marks that name the tool. */
const tags = ['<function=', '<invoke '];
/** How models begin a tool call that their server did not recognize as one. */
export const marks = [
  '<tool_call>',
  '<|tool_call|>',
  '[TOOL_CALLS]',
  '<|python_tag|>',
  '<|tool_call_begin|>',
  '<｜tool▁call▁begin｜>',
  ...wrappers,
  ...tags,
];
/** What may follow a call and belongs to it. */
export const closings = [
  '</tool_call>',
  '<|/tool_call|>',
  '</function>',
  '</invoke>',
  '[/TOOL_CALLS]',
  '<|tool_call_end|>',
  '<｜tool▁call▁end｜>',
  '</tool_calls>',
  '<|/tool_calls|>',
  '</function_calls>',
  '<|tool_calls_section_end|>',
  '<｜tool▁calls▁end｜>',
  '<|eot_id|>',
  '<|eom_id|>',
  '<|im_end|>',
  '<｜end▁of▁sentence｜>',
];

/**
 * DeepSeek's own markup, whose bars come in several forms: `<｜DSML｜invoke name="web_search">`, `</||DSML||invoke>`. Apart from the bars, it
 * is like that of other models.
 */
const dsml =
  /<\s?(\/?)\s?[|｜‖]{1,2}\s?DSML\s?[|｜‖]{1,2}\s?(tool_use(?=\s?>)|(?=function_calls|tool_calls|invoke\b|parameter\b))/g;
const isDsml = new RegExp(`^${dsml.source}`);
const mayBeDsml = /^<\s?\/?\s?(?:[|｜‖]{1,2}\s?(?:D?|DS|DSM|DSML\s?[|｜‖]{0,2}\s?([a-z_]*)))?$/;
const dsmlNames = ['function_calls', 'tool_calls', 'tool_use', 'invoke', 'parameter'];

/** Whether a text begins with a mark of DeepSeek's; `maybe`: it ends before that is known. */
export function beginsWithDsml(text: string): boolean | 'maybe' {
  if (isDsml.test(text)) return true;
  const [begin, name = ''] = mayBeDsml.exec(text) ?? [];
  return begin !== undefined && dsmlNames.some((known) => known.startsWith(name)) ? 'maybe' : false;
}

/** The same text with DeepSeek's marks in the form that other models write. */
export const withoutDsml = (text: string): string =>
  text.replace(dsml, (_, slash: string, name: string) => `<${slash}${name && 'tool_calls'}`);

/**
 * What a text that begins with a mark is: a call, the beginning of one, a value that names no tool or cannot be read, or nothing of the
 * kind.
 */
export type Reading =
  | { is: 'calls'; calls: WrittenCall[]; length: number }
  | { is: 'begun' }
  | { is: 'unreadable'; value: string; length: number }
  | { is: 'none' };

const none = { is: 'none' } as const;
const begun = { is: 'begun' } as const;

const fence = /^(?:```|~~~)(?:json)?\s*/;
/** A name before the arguments: `[TOOL_CALLS]web_search[ARGS]{…}`, `functions.web_search:0<|tool_call_argument_begin|>{…}`. */
const named =
  /^(?:function<｜tool▁sep｜>)?([\w.:/-]{1,100})\s*(?:\[CALL_ID\]\w*)?\s*(?:\[ARGS\]|<\|tool_call_argument_begin\|>|<｜tool▁sep｜>)?\s*((?:```|~~~)(?:json)?\s*)?(?=\{)/;
const mayBeNamed =
  /^[\w.:/-]{0,100}\s*(?:\[[A-Z_]*\]?\w*|(?:<[|｜\w▁]{0,40}>?[\w.:/-]{0,100}){1,2})?\s*(?:[`~]{0,3}[a-z]{0,4})?\s*$/;
/** `<tool_call>web_search <arg_key>query</arg_key> <arg_value>tides</arg_value>`. */
const withKeys = /^([\w.:/-]{1,100})\s*(?=<arg_key>)/;
const mayHaveKeys = /^[\w.:/-]{1,100}\s*<(?:a(?:r(?:g(?:_(?:k(?:e(?:y)?)?)?)?)?)?)?$/;
const mayBeFence = /^(?:`{1,3}|~{1,3})(?:j?|js|jso|json)$/;
const keyAndValue = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;
const functionTag = /^<(?:function=\s*|invoke name=")([\w.:/-]{1,100})"?\s*>\s*/;
const mayBeFunctionTag = /^<(?:f(?:u(?:n(?:c(?:t(?:i(?:o(?:n(?:=[^<>{}\n]{0,120}>?\s*)?)?)?)?)?)?)?)?)?$/;
const mayBeInvokeTag = /^<(?:i(?:n(?:v(?:o(?:k(?:e(?: [^<>{}\n]{0,120}>?\s*)?)?)?)?)?)?)?$/;
const parameter = /<parameter(?:=\s*| name=")([\w.-]{1,100})"?([^<>]{0,100})>([\s\S]*?)<\/parameter>/g;
const parameterBegins = ['<parameter=', '<parameter '];
const functionEnd = /<\/(?:function|invoke)>/;

/** Reads a text that begins with a mark. `isAll`: nothing follows it. */
export function readMarked(text: string, isAll: boolean): Reading {
  const mark = marks.find((known) => text.startsWith(known) && !tags.includes(known)) ?? '';
  const from = mark.length + (/^\s*/.exec(text.slice(mark.length))?.[0].length ?? 0);
  const body = text.slice(from);
  if (body === '') return isAll ? none : begun;
  const reading = readAfterMark(body, mark, isAll);
  return 'length' in reading ? { ...reading, length: reading.length + from } : reading;
}

function readAfterMark(body: string, mark: string, isAll: boolean): Reading {
  if (mark !== '' && marks.some((inner) => body.startsWith(inner))) return readMarked(body, isAll);
  if (mark !== '' && !isAll && marks.some((inner) => inner.startsWith(body))) return begun;
  return body.startsWith('<') ? readFunction(body, isAll) : readBody(body, isAll);
}

function readBody(text: string, isAll: boolean): Reading {
  const opening = fence.exec(text)?.[0] ?? '';
  const body = text.slice(opening.length);
  const start = body[0];
  if (start === '{' || start === '[') {
    const json = readJson(body);
    if (!json) return begun;
    const calls = callsOf(json.value);
    const length = lengthWithFence(text, opening.length + json.length, opening !== '', isAll);
    if (length === null) return begun;
    const value = body.slice(0, json.length);
    return calls.length > 0 ? { is: 'calls', calls, length } : { is: 'unreadable', value, length };
  }
  const name = named.exec(body);
  const json = name && readJson(body.slice(name[0].length));
  if (name) {
    if (!json) return begun;
    const length = lengthWithFence(body, name[0].length + json.length, name[2] !== undefined, isAll);
    if (length === null) return begun;
    return isObject(json.value) ? oneCall(name[1], json.value, length) : none;
  }
  if (withKeys.test(body)) return readKeys(body, isAll);
  const mayBegin = mayBeNamed.test(body) || mayHaveKeys.test(body) || mayBeFence.test(body);
  return !isAll && mayBegin ? begun : none;
}

/** The length of a value with the end of the code block around it; null while more of that may come. */
function lengthWithFence(text: string, length: number, isFenced: boolean, isAll: boolean): number | null {
  if (!isFenced) return length;
  const after = /^\s*[`~]{0,3}/.exec(text.slice(length))?.[0] ?? '';
  const isUndecided = !isAll && after.length === text.length - length && after.trim().length < 3;
  return isUndecided ? null : length + after.length;
}

/** `<function=name>` or `<invoke name="name">` with its arguments as JSON or one by one. */
function readFunction(text: string, isAll: boolean): Reading {
  const tag = functionTag.exec(text);
  if (!tag) return !isAll && (mayBeFunctionTag.test(text) || mayBeInvokeTag.test(text)) ? begun : none;
  const body = text.slice(tag[0].length);
  if (body.startsWith('{')) {
    const json = readJson(body);
    if (!json) return begun;
    return isObject(json.value) ? oneCall(tag[1], json.value, tag[0].length + json.length) : none;
  }
  const end = body.search(functionEnd);
  if (end < 0 && !isAll) {
    const mayContinue = parameterBegins.some((begins) => begins.startsWith(body) || body.startsWith(begins));
    return mayContinue || '</function>'.startsWith(body) || '</invoke>'.startsWith(body) ? begun : none;
  }
  const given = end < 0 ? body : body.slice(0, end);
  return oneCall(tag[1], parametersOf(given), tag[0].length + given.length);
}

function readKeys(text: string, isAll: boolean): Reading {
  const end = text.indexOf('</tool_call>');
  if (end < 0 && !isAll) return begun;
  const given = end < 0 ? text : text.slice(0, end);
  return oneCall(withKeys.exec(text)?.[1], valuesOfKeys(given), given.length);
}

/** `string="false"` of DeepSeek: the value is JSON. */
const parametersOf = (text: string): Json =>
  Object.fromEntries(
    [...text.matchAll(parameter)].map(([, key = '', attributes = '', value = '']) => {
      const json = attributes.includes('string="false"') ? parsed(value) : undefined;
      return [key.trim(), json === undefined ? value.trim() : json];
    }),
  );

const valuesOfKeys = (text: string): Json =>
  Object.fromEntries([...text.matchAll(keyAndValue)].map(([, key = '', value = '']) => [key.trim(), value.trim()]));

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
