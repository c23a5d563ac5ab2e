import { isObject, type Json } from '../json.ts';

/** The fields in which providers send reasoning. */
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
 * The reasoning in a delta: its text; '' for reasoning that cannot be read (encrypted, or of an unknown form); null for none.
 * Gateways send the same reasoning in several fields: the first one counts.
 */
export function reasoningOf(delta: Json): string | null {
  for (const field of textFields) {
    const text = textOf(delta[field]);
    if (text) return text;
  }
  for (const field in delta) if (anyField.test(field) && isPresent(delta[field])) return '';
  return null;
}

/** Whether a part of a content list is reasoning, by the names that Mistral, Anthropic and others use. */
export const isReasoningPart = (part: Json): boolean =>
  typeof part.type === 'string' && /thinking|reasoning/.test(part.type);

/** The readable text of reasoning in any form: a string, a part, or a list of parts. */
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
