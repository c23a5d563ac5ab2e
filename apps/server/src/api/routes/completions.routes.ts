import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Allowance } from '@noek/contract/subscription/plans';
import { type Context, Hono } from 'hono';
import type { Deps } from '../../deps.ts';
import type { AppError } from '../../errors.ts';
import { refusalOf, unexpected } from '../../failures.ts';
import { requireUser } from '../../features/auth/session/require-user.ts';
import { userOwner } from '../../features/chat/records/owner.ts';
import { allEvents, completeRequest } from '../../features/completions/complete-request.ts';
import type { Completion } from '../../features/completions/completion.ts';
import {
  type AnswerForm,
  chatForm,
  eventsOf,
  type Head,
  type WholeCompletion,
} from '../../features/completions/completion-form.ts';
import { type CompletionRequest, readRequest } from '../../features/completions/completion-input.ts';
import { embed, type RunningEmbeddings } from '../../features/completions/embed.ts';
import { findModel, listModels } from '../../features/completions/list-models.ts';
import { createRecentItems, type RecentItems } from '../../features/completions/recent-items.ts';
import { asRefusal, CompletionRefusal, toErrorAnswer } from '../../features/completions/refusals.ts';
import { responseForm } from '../../features/completions/response-form.ts';
import { readResponseRequest } from '../../features/completions/response-input.ts';
import { createRunningRequests, type RunningRequests } from '../../features/completions/running-requests.ts';
import { queueCompletion } from '../../features/completions/stored-completion.ts';
import { LlmError } from '../../integrations/llm/llm.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { admit } from '../../transports/admit.ts';
import { streamedResponse } from '../../transports/event-streams/streamed-response.ts';

/** For how long a stream waits for its first words, because only a response that has not begun can say with its status what failed. */
const firstWordsMs = 2_000;
/** How often a stream without words says that it is alive, in milliseconds. */
const keepAliveMs = 15_000;

/** Some programs put a slash at the end of each address. */
const withSlash = (path: string): string[] => [path, `${path}/`];

/** Whether an address belongs to OpenAI's protocol, whose errors have a form of their own. */
export const isCompletionPath = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

/** OpenAI's protocol, for programs with a personal token. Cookies count for nothing. */
export function completionRoutes({ db }: Pick<Deps, 'db'>): Hono<AppEnv> {
  const running = createRunningRequests(db);
  const recent = createRecentItems();
  const embeddings: RunningEmbeddings = new Map();
  return new Hono<AppEnv>()
    .use('*', async (c, next) => {
      c.header('Cache-Control', 'no-store');
      c.header('X-Request-Id', `req_${randomUUID().replaceAll('-', '')}`);
      const ctx = c.get('ctx');
      if (!('token' in ctx.actor))
        throw new CompletionRefusal('Send a personal API token of Noek: "Authorization: Bearer noek_…".', {
          ...{ status: 401, code: 'invalid_api_key' },
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      admit(ctx, { access: 'signed-in', token: 'chat' });
      await next();
    })
    .on('GET', withSlash('/models'), (c) => c.json({ object: 'list', data: listModels(c.get('ctx')) }))
    .get('/models/:id{.+}', (c) => c.json(findModel(c.get('ctx'), c.req.param('id').replace(/\/$/, ''))))
    .on('POST', withSlash('/chat/completions'), (c) => complete(c, running))
    .on('POST', withSlash('/responses'), (c) => respond(c, running, recent))
    .on('POST', withSlash('/embeddings'), async (c) => {
      const gone = new AbortController();
      c.req.raw.signal.addEventListener('abort', () => gone.abort(), { once: true });
      return c.json(await embed(c.get('ctx'), parsed(await c.req.text()), embeddings, gone.signal));
    })
    .all('*', (c) => {
      throw new CompletionRefusal(`There is nothing at ${c.req.method} ${c.req.path}.`, {
        status: 404,
        code: 'unknown_url',
      });
    });
}

type Asked = { request: CompletionRequest; form: AnswerForm; body: string };
type Streamed = Pick<Completion, 'conversation' | 'events'> & { head: Head };

async function complete(c: Context<AppEnv>, running: RunningRequests): Promise<Response> {
  const body = await c.req.text();
  const request = readRequest(parsed(body));
  return answer(c, running, { request, form: chatForm(request.includeUsage), body });
}

async function respond(c: Context<AppEnv>, running: RunningRequests, recent: RecentItems): Promise<Response> {
  const ctx = c.get('ctx');
  const owner = userOwner(requireUser(ctx).user.id);
  const body = await c.req.text();
  try {
    const read = await readResponseRequest(parsed(body), recent.of(ctx, owner));
    const form = responseForm(read.echo, (id, items) => recent.remember(owner, read, id, items));
    // A body may be right for both protocols.
    return await answer(c, running, { request: read.request, form, body: `responses ${body}` });
  } catch (error) {
    throw ofInput(error);
  }
}

/** A refusal of the messages, which a response has in another field. */
function ofInput(error: unknown): unknown {
  const known = asShownRefusal(error);
  if (!(known instanceof CompletionRefusal) || known.param !== 'messages') return error;
  const { message, code, status, headers } = known;
  return new CompletionRefusal(message, { param: 'input', status, headers, ...(code !== null && { code }) });
}

async function answer(c: Context<AppEnv>, running: RunningRequests, { request, form, body }: Asked): Promise<Response> {
  const ctx = c.get('ctx');
  const gone = new AbortController();
  c.req.raw.signal.addEventListener('abort', () => gone.abort(), { once: true });
  const key = c.req.header('Idempotency-Key');
  if (request.queue) return c.json(await queueCompletion(ctx, request, key), 202);
  const made = await completeRequest(ctx, request, { key, body, running, idPrefix: form.idPrefix }, gone.signal);
  if ('whole' in made) {
    c.header('Idempotent-Replayed', 'true');
    const { whole } = made;
    return request.stream ? streamed(c, form, fromWhole(whole), gone) : c.json(form.whole(whole, eventsOf(whole)));
  }
  for (const [name, value] of Object.entries(limitHeaders(made.allowance, ctx.now()))) c.header(name, value);
  if (request.stream) return streamed(c, form, { ...made, events: await begun(made.events, gone.signal) }, gone);
  try {
    return c.json(form.whole(made.head, await allEvents(made)));
  } catch (error) {
    // A caller who has left does not read the answer.
    if (gone.signal.aborted) throw new CompletionRefusal('You disconnected.');
    throw error;
  }
}

/** The same events, after the first ones or a short while. Throws what fails until then. */
async function begun(events: Streamed['events'], gone: AbortSignal): Promise<Streamed['events']> {
  const first = events.next();
  // It is thrown where it is awaited. A caller who leaves awaits nothing.
  first.catch(() => {});
  const waiting = new AbortController();
  const signal = AbortSignal.any([waiting.signal, gone]);
  await Promise.race([first, sleep(firstWordsMs, undefined, { signal }).catch(() => {})]).finally(() =>
    waiting.abort(),
  );
  return (async function* () {
    const { done, value } = await first;
    if (done) return;
    yield value;
    yield* events;
  })();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CompletionRefusal('The request is not valid JSON.');
  }
}

/** An answer that is repeated, as a stream. */
const fromWhole = (whole: WholeCompletion): Streamed => ({
  head: whole,
  conversation: whole.metadata ? Number(whole.metadata.conversation) : null,
  events: (async function* () {
    yield eventsOf(whole);
  })(),
});

function streamed(
  c: Context<AppEnv>,
  form: AnswerForm,
  { head, conversation, events }: Streamed,
  gone: AbortController,
): Response {
  const { log } = c.get('ctx');
  const writer = form.writer(head);
  async function* pieces() {
    yield writer.begin(conversation);
    try {
      for await (const batch of events) yield writer.write(batch);
    } catch (error) {
      if (gone.signal.aborted) return;
      const known = asShownRefusal(error);
      if (!known) log.error({ err: error, path: c.req.path }, 'an event stream failed');
      yield writer.fail(toErrorAnswer(known ?? unexpected()).body);
    }
  }
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  return streamedResponse(c, gone, pieces(), { text: ': keep-alive\n\n', ms: keepAliveMs });
}

/** An error that the caller may read; null for one of ours. */
export function asShownRefusal(error: unknown): AppError | CompletionRefusal | null {
  if (error instanceof CompletionRefusal) return error;
  return error instanceof LlmError ? asRefusal(error) : refusalOf(error);
}

/** How many messages the caller has left, as https://platform.openai.com/docs/guides/rate-limits describes it. */
function limitHeaders({ messageLimit, remainingMessages, resetAt }: Allowance, now: Date): Record<string, string> {
  const seconds = resetAt ? Math.max(0, Math.ceil((Date.parse(resetAt) - now.getTime()) / 1000)) : 0;
  return {
    'X-RateLimit-Limit-Requests': String(messageLimit),
    'X-RateLimit-Remaining-Requests': String(remainingMessages),
    'X-RateLimit-Reset-Requests': `${seconds}s`,
  };
}
