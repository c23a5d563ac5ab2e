import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type Embedding, EmbeddingError } from '../../integrations/embeddings/embeddings.ts';
import { type Rate, takeRate } from '../auth/limits/rate-limit.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { isPremium } from '../chat/answers/running/chosen-model.ts';
import { refusalOf } from './completion-input.ts';
import { CompletionRefusal } from './refusals.ts';

// Embeddings: https://platform.openai.com/docs/api-reference/embeddings/create

const requestsOfPerson: Rate = { burst: 60, perMs: 1_000 };
/** How many requests of a person each process answers at the same time, because vectors take memory. */
const atOnce = 4;

const mostInputs = 2_048;
const mostTokens = 8_192;
const token = z.number().int().nonnegative();
const text = z.string().min(1, 'A text must not be empty.');
const input = z.union(
  [
    text,
    z.array(text).min(1).max(mostInputs),
    z.array(token).min(1).max(mostTokens),
    z.array(z.array(token).min(1).max(mostTokens)).min(1).max(mostInputs),
  ],
  `It must be a text, up to ${mostInputs} texts, or the tokens of one or several texts, none of them empty.`,
);

/** Fields that are not named here are ignored. */
const body = z.object({
  model: z.string('Name a model.').min(1, 'Name a model.'),
  input,
  encoding_format: z.enum(['float', 'base64'], 'It must be "float" or "base64".').nullish(),
  dimensions: z.number().int().min(1).nullish(),
});

/** How many requests are being answered, by person. */
export type RunningEmbeddings = Map<string, number>;

/**
 * Turns texts into vectors, in OpenAI's form. It costs no messages. Throws CompletionRefusal, and RATE_LIMITED for too many requests of a
 * person.
 */
export async function embed(ctx: Ctx, given: unknown, running: RunningEmbeddings, gone: AbortSignal): Promise<object> {
  const read = body.safeParse(given);
  if (!read.success) throw refusalOf(read.error, given);
  const { model, encoding_format: format, dimensions, input: texts } = read.data;
  const { user } = requireUser(ctx);
  await takeRate(ctx, JSON.stringify(['embeddings', user.id]), requestsOfPerson);
  const isForSuperNoek = ctx.llm.models().some(({ name, premium }) => name === model && premium);
  if (isForSuperNoek && !isPremium(user)) throw unsupported(model);
  const count = running.get(user.id) ?? 0;
  if (count >= atOnce) throw tooManyAtOnce();
  running.set(user.id, count + 1);
  try {
    const request = {
      model,
      input: texts,
      ...(format && { encoding_format: format }),
      ...(dimensions && { dimensions }),
    };
    const result = await ctx.embeddings.embed(request, gone);
    if (!result) throw unsupported(model);
    const { promptTokens, totalTokens } = result.usage;
    return {
      object: 'list',
      data: result.data.map((one) => ({ object: 'embedding', ...inFormat(one, format ?? 'float') })),
      model,
      usage: { prompt_tokens: promptTokens, total_tokens: totalTokens },
    };
  } catch (error) {
    if (gone.aborted) throw new CompletionRefusal('You disconnected.');
    throw error instanceof EmbeddingError ? asRefusal(error) : error;
  } finally {
    const left = (running.get(user.id) ?? 1) - 1;
    if (left > 0) running.set(user.id, left);
    else running.delete(user.id);
  }
}

/** Some servers have only one format, and packages read what they asked for. */
function inFormat({ index, embedding }: Embedding, format: 'float' | 'base64'): Embedding {
  if (format === 'base64' && typeof embedding !== 'string') {
    const bytes = Buffer.alloc(embedding.length * 4);
    for (const [at, value] of embedding.entries()) bytes.writeFloatLE(value, at * 4);
    return { index, embedding: bytes.toString('base64') };
  }
  if (format === 'float' && typeof embedding === 'string') {
    const bytes = Buffer.from(embedding, 'base64');
    const floats = Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4));
    return { index, embedding: floats };
  }
  return { index, embedding };
}

function asRefusal({ kind, message, said }: EmbeddingError): CompletionRefusal {
  if (kind === 'refused')
    return new CompletionRefusal(said ? `${message} It said: ${said}` : message, { code: 'provider_refused' });
  if (kind === 'busy')
    return new CompletionRefusal(message, { status: 503, code: 'provider_busy', headers: { 'Retry-After': '5' } });
  return new CompletionRefusal(message, { status: 502, code: 'provider_failed' });
}

const unsupported = (model: string) =>
  new CompletionRefusal(`No connected server has embeddings of the model "${model}".`, {
    ...{ status: 404, param: 'model', code: 'unsupported' },
  });

const tooManyAtOnce = () =>
  new AppError('RATE_LIMITED', `Up to ${atOnce} requests for embeddings are answered at the same time.`, {
    headers: { 'Retry-After': '1' },
  });
