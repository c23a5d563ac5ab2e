import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { userOwner } from '../chat/records/owner.ts';
import { answerOnce, type Turn } from './answer-once.ts';
import type { Completion, CompletionEvent } from './completion.ts';
import { type Head, type WholeCompletion, wholeOf } from './completion-form.ts';
import { assistantModel, type CompletionRequest } from './completion-input.ts';
import { findPrevious } from './previous-answer.ts';
import { CompletionRefusal } from './refusals.ts';
import type { RunningRequests } from './running-requests.ts';
import { storedCompletion } from './stored-completion.ts';
import { unsavedCompletion } from './unsaved-completion.ts';

/** An answer that is being made, with what all of its parts have. */
export type BegunCompletion = Completion & { head: Head };

/** `key`: the Idempotency-Key; `body`: what a repeated request must repeat; `idPrefix`: what the id of the answer begins with. */
type Asking = { key: string | undefined; body: string; running: RunningRequests; idPrefix: string };

/**
 * Begins to answer a program, for one message. With a `key`, a request that is repeated within 24 hours gets the first answer (`whole`)
 * instead, and an answer is made to its end even when `gone` aborts. Throws CompletionRefusal, LlmError, MESSAGE_LIMIT_REACHED, NOT_FOUND
 * for another's conversation, RATE_LIMITED and UNAVAILABLE.
 */
export async function completeRequest(
  ctx: Ctx,
  request: CompletionRequest,
  { key, body, running, idPrefix }: Asking,
  gone: AbortSignal,
): Promise<BegunCompletion | { whole: WholeCompletion }> {
  const owner = userOwner(requireUser(ctx).user.id);
  const once = key ? await answerOnce(ctx, running, { owner, key, body }, gone) : null;
  if (once && 'answer' in once) return { whole: JSON.parse(once.answer) };
  const created = Math.floor(ctx.now().getTime() / 1000);
  const until = once ? new AbortController().signal : gone;
  const completion = await begin(ctx, request, until).catch(async (error: unknown) => {
    await once?.giveUp();
    throw error;
  });
  const id = `${idPrefix}${completion.messageId.replaceAll('-', '')}`;
  const head = { id, created, model: request.model ?? assistantModel };
  return { ...completion, head, ...(once && { events: kept(ctx, head, completion, once) }) };
}

/** The assistant with its own tools works in a conversation that is kept from the start. */
async function begin(ctx: Ctx, request: CompletionRequest, gone: AbortSignal): Promise<Completion> {
  const { user } = requireUser(ctx);
  const owner = userOwner(user.id);
  const isAssistant = request.model === null && request.tools.length === 0;
  if (request.conversation !== null && !isAssistant)
    throw new CompletionRefusal(`Only the model "${assistantModel}" without tools continues a conversation.`, {
      param: 'metadata.conversation',
    });
  const previous = request.previous === null ? null : await findPrevious(ctx, request, request.previous);
  return isAssistant && (request.store || request.conversation !== null)
    ? storedCompletion(ctx, owner, { request, previous }, gone)
    : unsavedCompletion(ctx, { owner, user }, { request, previous }, gone);
}

/** The parts of an answer that is made to its end whether or not it is read, and then kept for repeated requests. */
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

/** All parts of an answer. */
export async function allEvents({ events }: BegunCompletion): Promise<CompletionEvent[]> {
  const found: CompletionEvent[] = [];
  for await (const batch of events) found.push(...batch);
  return found;
}
