import { APIError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { Refusal } from '../llm.ts';
import { isGone, ProviderFailure } from '../provider-failure.ts';
import { isAboutPictures, isPictureRefusal } from './picture-refusals.ts';

type Body = Pick<ChatCompletionCreateParamsStreaming, 'messages'>;
/** What some providers or models refuse: optional request fields, pictures, system messages, or neighbouring messages of the same role. */
export type Refusable = Refusal['what'];

const optionalFields = ['stream_options', 'temperature', 'store'] as const;

/** What each model of one provider has refused. It is asked without that for a while, and then once more with it. */
export class Refusals {
  readonly #forMs: number;
  readonly #until = new Map<string, { what: Refusable; model: string; until: number }>();

  /** `forMs`: how long a refusal is remembered, in milliseconds. */
  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  add(what: Refusable, model: string): void {
    this.#until.set(`${what} ${model}`, { what, model, until: performance.now() + this.#forMs });
  }

  has(what: Refusable, model: string): boolean {
    return performance.now() < (this.#until.get(`${what} ${model}`)?.until ?? Number.NEGATIVE_INFINITY);
  }

  /** The refusals that still count. Times are in milliseconds since 1970. */
  list(): Refusal[] {
    const now = performance.now();
    return [...this.#until.values()]
      .filter(({ until }) => until > now)
      .map(({ until, ...refusal }) => ({ ...refusal, until: Math.round(Date.now() + until - now) }));
  }

  forget(): void {
    this.#until.clear();
  }
}

/** What a provider said instead of an answer, with an error status or in a response that began like an answer; null for other errors. */
type Complaint = { status: number | undefined; code: string | undefined; text: string };

function complaintOf(error: unknown): Complaint | null {
  if (error instanceof APIError && error.status)
    return { status: error.status, code: error.code ?? undefined, text: `${error.param ?? ''} ${error.message}` };
  if (error instanceof ProviderFailure && error.complaint !== null)
    return { status: error.status, code: error.kind === 'too-long' ? tooLong : undefined, text: error.complaint };
  return null;
}

const tooLong = 'context_length_exceeded';

/**
 * The part of a request that an error says is not accepted: an optional field or pictures that were sent, system messages, or neighbours of the
 * same role.
 */
export function refusedBy(error: unknown, body: Body): Refusable | undefined {
  const complaint = complaintOf(error);
  if (!complaint) return undefined;
  const { status = 400, text } = complaint;
  if ('tools' in body && isToolRefusal(status, text)) return 'tools';
  if (hasPictures(body) && isPictureRefusal(status, text)) return 'pictures';
  const mustAlternate = /roles must alternate|alternate user/i.test(text);
  if (mustAlternate && hasNeighbours(body.messages)) return 'neighbours';
  const hasSystem = body.messages.some(({ role }) => role === 'system');
  if (hasSystem && (mustAlternate || isSystemRefusal(status, text))) return 'system';
  if (status !== 400 && status !== 422) return undefined;
  return optionalFields.find((field) => field in body && new RegExp(`\\b${field}\\b`).test(text));
}

/** Ollama answers 400 and "does not support tools", OpenRouter 404, llama.cpp 500 and "tools param requires --jinja". */
const isToolRefusal = (status: number, text: string): boolean =>
  [400, 404, 422, 500, 501, 502].includes(status) &&
  /\btools?\b|function.?call/i.test(text) &&
  /support|requires|unknown|unrecogni[sz]ed|not (?:allowed|available|enabled|permitted)|extra (?:inputs|fields)/i.test(
    text,
  );

/**
 * vLLM with Gemma's template: "System role not supported"; Google: "Developer instruction is not enabled for models/gemma-3-27b-it";
 * OpenAI's o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
 */
const isSystemRefusal = (status: number, text: string): boolean =>
  [400, 404, 422, 500, 501].includes(status) &&
  (/\b(?:system|developer)\b[^.]{0,60}(?:not (?:supported|enabled|allowed|permitted)|unsupported|must be (?:at the beginning|first))/i.test(
    text,
  ) ||
    /(?:not|n't) (?:support|allow|accept)[^.]{0,40}\bsystem\b/i.test(text));

const hasNeighbours = (messages: readonly { role: string }[]): boolean =>
  messages.some(({ role }, at) => role !== 'tool' && role === messages[at - 1]?.role);

/** Only messages with pictures are sent in parts. */
const hasPictures = ({ messages }: Body): boolean => messages.some(({ content }) => Array.isArray(content));

/**
 * What a request is repeated without, this time only, after an error that does not say that the model refuses it: a picture, a call, a
 * result or a tool's description may be what it could not read.
 */
export function atFaultIn(body: Body, error: unknown): 'tools' | 'pictures' | undefined {
  const complaint = complaintOf(error);
  if (!complaint) return undefined;
  const { status = 400, text, code } = complaint;
  if (isGone(status, code ?? '', text)) return undefined;
  const withPictures = hasPictures(body);
  if (withPictures && isAboutPictures(status, text)) return 'pictures';
  const isRefused = (status === 400 || status === 422) && code !== tooLong;
  if ('tools' in body && isRefused) return 'tools';
  return withPictures && (isRefused || status === 413 || status === 415) ? 'pictures' : undefined;
}
