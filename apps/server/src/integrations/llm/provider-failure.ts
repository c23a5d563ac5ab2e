import type { LlmError } from './llm.ts';

type FailureFacts = {
  kind: LlmError['kind'];
  /** Whether a retry at the same provider may succeed. */
  retryable?: boolean;
  /** How long the provider asked us to wait. */
  retryAfterMs?: number | null;
  /** False when the request itself was at fault, which says nothing about the provider. */
  countsAgainstProvider?: boolean;
  /** The HTTP status, or the status in a stream's error. */
  status?: number | undefined;
  /** What the provider said in a response that began like an answer. */
  complaint?: string | null;
  /** What the provider said about the request, without keys and addresses. */
  said?: string | null;
  /** The server is up and still loads the model. */
  isLoading?: boolean;
};

/** Why one try at one provider failed. `message` states the facts and never quotes the provider. */
export class ProviderFailure extends Error {
  readonly kind: LlmError['kind'];
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly countsAgainstProvider: boolean;
  readonly status: number | undefined;
  /** What the provider said, from which a refusal is recognized. It is never shown or logged. */
  readonly complaint: string | null;
  /** What the provider said about the request, for the program that wrote it. People are not shown it. */
  readonly said: string | null;
  readonly isLoading: boolean;

  constructor(message: string, facts: FailureFacts) {
    super(message);
    this.name = 'ProviderFailure';
    this.kind = facts.kind;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.countsAgainstProvider = facts.countsAgainstProvider ?? true;
    this.status = facts.status;
    this.complaint = facts.complaint ?? null;
    this.said = facts.said ?? null;
    this.isLoading = facts.isLoading ?? false;
  }
}

/** The request had pictures that the provider refused, and another may take. It says nothing about the provider. */
export class PicturesRefused extends ProviderFailure {
  constructor(provider: string) {
    super(`${provider} does not take these pictures.`, { kind: 'refused', countsAgainstProvider: false });
    this.name = 'PicturesRefused';
  }
}

/** An answer without a word. `isCutShort`: the model ran out of tokens. `hasCalls`: it called tools that it was not offered. */
export const emptyAnswer = (
  provider: string,
  { isCutShort, hasCalls }: { isCutShort: boolean; hasCalls: boolean },
): ProviderFailure =>
  new ProviderFailure(
    isCutShort
      ? `${provider} reached its output limit before writing any text.`
      : `${provider} returned an empty answer.`,
    { kind: hasCalls ? 'only-tools' : 'wordless', retryable: true },
  );

/** The failure behind an error status. `code` is the provider's error code, such as "insufficient_quota". */
export function failureOfStatus(
  provider: string,
  status: number,
  more: {
    retryAfterMs?: number | null;
    code?: string | null;
    complaint?: string;
    said?: string | null;
    /** What it said, which is never shown or logged. */
    text?: string;
  } = {},
): ProviderFailure {
  const { retryAfterMs = null, complaint } = more;
  if (isGone(status, more.code ?? '', more.text ?? complaint ?? ''))
    return new ProviderFailure(`${provider} does not offer this model any more.`, {
      ...{ kind: 'gone', status, countsAgainstProvider: false },
    });
  const facts = { status, retryAfterMs, ...(complaint !== undefined && { complaint }) };
  if (status === 429) {
    // A used-up quota is not restored within seconds.
    const retryable = more.code !== 'insufficient_quota';
    const message = `${provider} is busy or its quota is used up (HTTP 429).`;
    return new ProviderFailure(message, { ...facts, kind: 'rate-limited', retryable });
  }
  if (status === 408 || status === 409 || status >= 500) {
    // llama.cpp: 503 "Loading model".
    const isLoading = status === 503 && /\bloading\b/i.test(more.text ?? complaint ?? '');
    const message = isLoading
      ? `${provider} is still loading the model.`
      : `${provider} had a server error (HTTP ${status}).`;
    return new ProviderFailure(message, { ...facts, kind: 'refused', retryable: true, isLoading });
  }
  const isTooLong = status === 413 || more.code === 'context_length_exceeded';
  const requestAtFault = isTooLong || status === 400 || status === 422;
  return new ProviderFailure(isTooLong ? `This conversation is too long for ${provider}.` : refusal(provider, status), {
    ...facts,
    kind: isTooLong ? 'too-long' : 'refused',
    countsAgainstProvider: !requestAtFault,
    said: requestAtFault ? (more.said ?? null) : null,
  });
}

const goneCodes = /^model_(?:not_found|decommissioned|deprecated|not_available|not_supported)$/;
const goneTexts = [
  /\bmodels?\b[\s\S]*(?:not exist|not found|decommission|deprecat|no longer|shut ?down|been (?:retired|removed)|not (?:available|accessible|allowed|permitted)|not have (?:access|permission)|no access)/i,
  /(?:unknown|invalid|no such) model\b|not a valid model|(?:no|not have) access to (?:the |this )?model|no endpoints found for/i,
  // Anthropic: { "type": "not_found_error", "message": "model: claude-sonnet-4-5" }
  /not_found_error[\s\S]*\bmodel:/,
];

/**
 * Whether a provider says that the model does not exist, has ended, or may not be used with this key: 404 `model_not_found` of OpenAI, 400
 * `model_decommissioned` of Groq, and the words of others.
 */
export const isGone = (status: number, code: string, text: string): boolean =>
  [400, 403, 404, 410].includes(status) && (goneCodes.test(code) || goneTexts.some((words) => words.test(text)));

function refusal(provider: string, status: number): string {
  if (status === 401 || status === 403)
    return `${provider} rejected the API key (HTTP ${status}). Correct the key in Noek's settings, and start Noek again.`;
  if (status === 402) return `${provider} requires payment (HTTP 402).`;
  if (status === 404) return `${provider} does not know the requested model (HTTP 404).`;
  if (status < 400) return `${provider} redirected the request, and redirects are not followed.`;
  return `${provider} refused the request (HTTP ${status}).`;
}

/** How long a response's headers ask us to wait, in milliseconds, given as a number of seconds or a date; null without such a header. */
export function retryAfter(headers: Pick<Headers, 'get'>, now = Date.now()): number | null {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const header = headers.get('retry-after')?.trim();
  if (!header) return null;
  const milliseconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}
