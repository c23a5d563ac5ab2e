import { isObject, type Json } from './json.ts';

/** Where providers put what a model thinks, and the name of every field that may hold it. */
const textFields = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'reasoning_details',
  'thinking',
  'thinking_blocks',
];
const anyField = /^(reasoning|thinking|thought)/;

/**
 * What a delta says of the model's reasoning: its text, '' where there is reasoning that cannot be read (encrypted, or of
 * an unknown form), null where there is none. Gateways give the same reasoning in several fields: the first one counts.
 */
export function reasoningOf(delta: Json): string | null {
  for (const field of textFields) {
    const text = textOf(delta[field]);
    if (text) return text;
  }
  for (const field in delta) if (anyField.test(field) && isPresent(delta[field])) return '';
  return null;
}

/** Is a part of a content list reasoning? Mistral, Anthropic and others name theirs like this. */
export const isReasoningPart = (part: Json): boolean =>
  typeof part.type === 'string' && /thinking|reasoning/.test(part.type);

/** The readable text of reasoning in any of its forms: a string, a part, or a list of parts. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (!isObject(value)) return '';
  const { text, summary, thinking, content } = value;
  return textOf(text) || textOf(summary) || textOf(thinking) || textOf(content);
}

function isPresent(value: unknown): boolean {
  if (typeof value === 'string') return value !== '';
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) && Object.keys(value).length > 0;
}
