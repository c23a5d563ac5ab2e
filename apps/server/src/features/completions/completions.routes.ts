import { randomUUID } from 'node:crypto';
import type { Allowance } from '@noek/contract/subscription/plans';
import { type Context, Hono } from 'hono';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { LlmError } from '../../integrations/llm/llm.ts';
import { admit } from '../../transports/admit.ts';
import type { AppEnv } from '../../transports/app-env.ts';
import { streamedResponse } from '../../transports/event-streams/streamed-response.ts';
import { asUnavailable } from '../../unavailable.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { userOwner } from '../chat/rows/owner.ts';
import { answerOnce, type Turn } from './answer-once.ts';
import type { Completion, CompletionEvent } from './completion.ts';
import { ChunkWriter, eventsOf, frame, type Head, type WholeCompletion, wholeOf } from './completion-form.ts';
import { assistantModel, type CompletionRequest, readRequest } from './completion-input.ts';
import { findModel, listModels } from './list-models.ts';
import { asRefusal, CompletionRefusal, toErrorBody } from './refusals.ts';
import { storedCompletion } from './stored-completion.ts';
import { unsavedCompletion } from './unsaved-completion.ts';

/** How often a stream without words says that it is alive, in milliseconds. */
const keepAliveMs = 15_000;

/** OpenAI's protocol, for programs with a personal token. Cookies count for nothing. */
export const completionRoutes = new Hono<AppEnv>()
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
  .get('/models', (c) => c.json({ object: 'list', data: listModels(c.get('ctx')) }))
  .get('/models/:id{.+}', (c) => c.json(findModel(c.get('ctx'), c.req.param('id'))))
  .post('/chat/completions', complete)
  .all('*', (c) => {
    throw new CompletionRefusal(`There is nothing at ${c.req.method} ${c.req.path}.`, {
      status: 404,
      code: 'unknown_url',
    });
  });

async function complete(c: Context<AppEnv>): Promise<Response> {
  const ctx = c.get('ctx');
  const body = await c.req.text();
  const request = readRequest(parsed(body));
  const key = c.req.header('Idempotency-Key');
  const gone = new AbortController();
  c.req.raw.signal.addEventListener('abort', () => gone.abort(), { once: true });
  const owner = userOwner(requireUser(ctx).user.id);
  const once = key ? await answerOnce(ctx, { owner, key, body }, gone.signal) : null;
  if (once && 'answer' in once) return repeated(c, request, JSON.parse(once.answer), gone);
  const head = {
    id: `chatcmpl-${randomUUID().replaceAll('-', '')}`,
    created: Math.floor(ctx.now().getTime() / 1000),
    model: request.model ?? assistantModel,
  };
  // What may be asked for again is made to its end.
  const until = once ? new AbortController().signal : gone.signal;
  const completion = await begin(ctx, request, until).catch(async (error: unknown) => {
    await once?.giveUp();
    throw error;
  });
  for (const [name, value] of Object.entries(limitHeaders(completion.allowance, ctx.now()))) c.header(name, value);
  const events = once ? kept(ctx, head, completion, once) : completion.events;
  if (request.stream) return streamed(c, request, { ...completion, events }, head, gone);
  try {
    return c.json(wholeOf(head, await all(events)));
  } catch (error) {
    // Nobody reads what is answered to a caller who has left.
    if (gone.signal.aborted) throw new CompletionRefusal('You disconnected.');
    throw error;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new CompletionRefusal('The request is not valid JSON.');
  }
}

/** Begins to answer. The assistant with its own tools works in a conversation that is kept from the start. */
function begin(ctx: Ctx, request: CompletionRequest, gone: AbortSignal): Promise<Completion> {
  const { user } = requireUser(ctx);
  const owner = userOwner(user.id);
  const isAssistant = request.model === null && request.tools.length === 0;
  if (request.conversation !== null && !isAssistant)
    throw new CompletionRefusal(`Only the model "${assistantModel}" without tools continues a conversation.`, {
      param: 'metadata.conversation',
    });
  return isAssistant && (request.store || request.conversation !== null)
    ? storedCompletion(ctx, owner, request, gone)
    : unsavedCompletion(ctx, { owner, user }, request, gone);
}

/**
 * The parts of an answer that is made to its end whether or not somebody reads it, and then kept for repeated requests.
 */
function kept(ctx: Ctx, head: Head, { events }: Completion, turn: Turn): AsyncGenerator<CompletionEvent[], void> {
  const batches: CompletionEvent[][] = [];
  let failure: unknown;
  let isOver = false;
  let wake = () => {};
  ctx.background.run('an answer for a program could not be kept', async () => {
    try {
      for await (const batch of events) {
        batches.push(batch);
        wake();
      }
      await turn.keep(JSON.stringify(wholeOf(head, batches.flat())));
    } catch (error) {
      failure = error;
      await turn.giveUp();
    } finally {
      isOver = true;
      wake();
    }
  });
  return (async function* () {
    for (let at = 0; ; ) {
      while (at < batches.length) yield batches[at++] ?? [];
      if (isOver && at === batches.length) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (failure !== undefined) throw failure;
  })();
}

async function all(events: AsyncGenerator<CompletionEvent[], void>): Promise<CompletionEvent[]> {
  const found: CompletionEvent[] = [];
  for await (const batch of events) found.push(...batch);
  return found;
}

function repeated(
  c: Context<AppEnv>,
  request: CompletionRequest,
  whole: WholeCompletion,
  gone: AbortController,
): Response {
  c.header('Idempotent-Replayed', 'true');
  if (!request.stream) return c.json(whole);
  const events = (async function* () {
    yield eventsOf(whole);
  })();
  const conversation = whole.metadata ? Number(whole.metadata.conversation) : null;
  return streamed(c, request, { conversation, events }, whole, gone);
}

function streamed(
  c: Context<AppEnv>,
  { includeUsage }: CompletionRequest,
  { conversation, events }: Pick<Completion, 'conversation' | 'events'>,
  head: Head,
  gone: AbortController,
): Response {
  const { log } = c.get('ctx');
  const writer = new ChunkWriter(head, includeUsage);
  async function* pieces() {
    yield writer.begin(conversation);
    try {
      for await (const batch of events) yield writer.write(batch);
    } catch (error) {
      if (gone.signal.aborted) return;
      const known = asShownRefusal(error);
      if (!known) log.error({ err: error, path: c.req.path }, 'an event stream failed');
      yield frame(toErrorBody(known ?? unexpected()).body);
    }
  }
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  return streamedResponse(c, gone, pieces(), { text: ': keep-alive\n\n', ms: keepAliveMs });
}

/** An error that the caller may read; null for one of ours. */
export function asShownRefusal(error: unknown): AppError | CompletionRefusal | null {
  if (error instanceof AppError || error instanceof CompletionRefusal) return error;
  if (error instanceof LlmError) return asRefusal(error);
  return asUnavailable(error);
}

const unexpected = () => new AppError('INTERNAL', 'Something went wrong on our side. Please try again.');

/** How many messages the caller has left, as https://platform.openai.com/docs/guides/rate-limits describes it. */
function limitHeaders({ messageLimit, remainingMessages, resetAt }: Allowance, now: Date): Record<string, string> {
  const seconds = resetAt ? Math.max(0, Math.ceil((Date.parse(resetAt) - now.getTime()) / 1000)) : 0;
  return {
    'X-RateLimit-Limit-Requests': String(messageLimit),
    'X-RateLimit-Remaining-Requests': String(remainingMessages),
    'X-RateLimit-Reset-Requests': `${seconds}s`,
  };
}
