import { z } from 'zod';
import { KnowledgeError } from '../knowledge-source.ts';

type HeadersOf = Pick<Headers, 'get'>;
const headersSchema = z.custom<HeadersOf>((value) => typeof (value as HeadersOf | null)?.get === 'function');

/** The parts of an error of Google's libraries that say what happened. */
const errorSchema = z.object({
  message: z.string().catch(''),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  status: z.number().optional().catch(undefined),
  response: z
    .object({ status: z.number(), headers: headersSchema.optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

const bodySchema = z.object({
  error: z.object({
    message: z.string().catch(''),
    status: z.string().catch(''),
    /** The reasons of Docs and of Drive. */
    details: z.array(z.looseObject({ reason: z.string().optional() })).catch([]),
    errors: z.array(z.looseObject({ reason: z.string().optional() })).catch([]),
  }),
});

const rateLimits = /^(?:rateLimitExceeded|userRateLimitExceeded|RATE_LIMIT_EXCEEDED|dailyLimitExceeded|quotaExceeded)$/;
const disabled = /^(?:accessNotConfigured|SERVICE_DISABLED)$/;

/** A sentence about a failed request to Google. `email` is the service account's address. */
export function failureOf(error: unknown, email: string): unknown {
  if (error instanceof KnowledgeError || !(error instanceof Error)) return error;
  const { message, code, status: ownStatus, response } = errorSchema.parse(error);
  const status = response?.status ?? ownStatus ?? null;
  const { reasons, said } = bodyOf(error);
  const failure = (problem: KnowledgeError['problem'], text: string, retryAfterMs: number | null = null) =>
    new KnowledgeError(problem, text, { retryAfterMs, cause: error });

  if (status === null) {
    if (isKeyProblem(error, code, message))
      return failure(
        'bad-key',
        'The private key in GOOGLE_SERVICE_ACCOUNT_JSON cannot be used. Create a new JSON key for the service account and set it without changes.',
      );
    return failure(
      'unreachable',
      'Google could not be reached. Check the network of this server; it is tried again automatically.',
    );
  }
  if (status === 429 || reasons.some((reason) => rateLimits.test(reason)))
    return failure(
      'rate-limited',
      'Google refuses more requests for now (429). It is tried again automatically, after a pause.',
      retryAfter(response?.headers),
    );
  if (status === 401)
    return failure(
      'bad-key',
      `Google does not accept the key of ${email}. It may have been deleted, or the clock of this server is wrong. Create a new JSON key for the service account.`,
    );
  if (status === 404)
    return failure(
      'not-shared',
      `Google does not find the document (404). Share it with ${email}, and check GOOGLE_DOC_ID.`,
    );
  if (status === 403) {
    const isDisabled =
      reasons.some((reason) => disabled.test(reason)) ||
      /has not been used in project|is disabled|not enabled/i.test(said);
    if (!isDisabled && /does not have permission|insufficient permission/i.test(said))
      return failure('not-shared', `${email} may not read the document (403). Share it with this address.`);
    const api = /\bdrive\b/i.test(said)
      ? 'The Google Drive API is'
      : /\bdocs\b/i.test(said)
        ? 'The Google Docs API is'
        : 'The Google Docs API or the Google Drive API is';
    return failure(
      'api-disabled',
      `${api} not enabled in the project of the service account (403). Enable both in the Google Cloud console; that takes a few minutes to work.`,
    );
  }
  if (status === 400)
    return failure(
      'wrong-document',
      'Google cannot open this as a document (400). Check GOOGLE_DOC_ID: it is the part between /d/ and /edit in the address of the document.',
    );
  return failure(
    'unreachable',
    `Google answers with an error (${status}). It is tried again automatically.`,
    retryAfter(response?.headers),
  );
}

/** What Google's answer says, and the reasons that it names for programs. */
function bodyOf(error: Error): { reasons: string[]; said: string } {
  const data: unknown = 'response' in error ? (error.response as { data?: unknown } | undefined)?.data : undefined;
  const body = bodySchema.safeParse(data).data?.error;
  if (!body) return { reasons: [], said: error.message };
  return {
    reasons: [...body.details, ...body.errors].flatMap(({ reason }) => reason ?? []),
    said: body.message,
  };
}

/** Whether the request could not be signed. */
const isKeyProblem = (error: Error, code: string | number | undefined, message: string): boolean =>
  /^ERR_(?:OSSL|CRYPTO)/.test(String(code)) ||
  /DECODER|PEM|asymmetric key|\bkey\b.*(?:invalid|missing)|No key/i.test(message) ||
  error.name === 'InvalidKey';

/** A Retry-After header in milliseconds; null without one. */
function retryAfter(headers: HeadersOf | undefined): number | null {
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
