import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';
import { figuresRanges } from './limits.ts';

export const figuresRangeSchema = z.enum(figuresRanges, { error: 'Choose 24h, 7d, 30d or 90d.' });
export type FiguresRange = z.infer<typeof figuresRangeSchema>;

export const figuresInputSchema = z.object({ range: figuresRangeSchema.default('7d') });

const counts = z.array(z.number().int());
const times = z.array(z.number().int().nullable());

/** How Noek is doing: one number per hour or day in each list. */
export const figuresSchema = z
  .object({
    range: figuresRangeSchema,
    step: z.enum(['hour', 'day']).describe('24h: hours; otherwise days, in UTC.'),
    at: z.array(isoDateSchema).describe('When each hour or day begins, the oldest first. The last has not ended yet.'),
    people: z.object({
      total: z.number().int().describe('How many accounts there are now.'),
      signedUp: counts,
      active: counts.describe('People who wrote a message, each counted once per hour or day.'),
    }),
    guestsSignedUp: counts.describe('Guests whose chats moved into an account that had not been used before.'),
    messages: z.object({ people: counts, guests: counts }),
    answers: z
      .object({ complete: counts, stopped: counts, interrupted: counts, failed: counts })
      .describe('Answers by how they ended. Interrupted and failed ones are errors.'),
    models: z
      .array(z.object({ model: z.string(), answers: counts }))
      .describe('Answers by model, the most used first. The last may be "Other models".'),
    firstToken: z
      .object({ median: times, p95: times })
      .describe('Milliseconds from a message to the first text of its answer, estimated; null without answers.'),
    queue: z.object({
      waited: counts.describe('Answers that had to wait for a slot.'),
      averageWaitMs: times,
    }),
    superNoek: counts.describe('How many people are on SuperNoek at the end of each hour or day.'),
    revenue: z
      .array(z.object({ currency: z.string(), cents: counts }))
      .describe('Paid minus refunded, in the smallest unit of each currency.'),
  })
  .meta({ id: 'Figures' });
export type Figures = z.infer<typeof figuresSchema>;

/**
 * Something that a model refused, and is asked without until then. `neighbours`: neighbouring messages of the same role.
 * `tools_with_reasoning`: tools while it reasons.
 */
const providerRefusalSchema = z
  .object({
    what: z.enum([
      ...([
        'tools',
        'tools_with_reasoning',
        'temperature',
        'top_p',
        'stop',
        'tool_choice',
        'parallel_tool_calls',
      ] as const),
      ...([
        'max_tokens',
        'max_completion_tokens',
        'max_output_tokens',
        'reasoning_effort',
        'reasoning_summary',
      ] as const),
      ...(['include', 'store', 'stream_options', 'neighbours', 'system', 'pictures'] as const),
    ]),
    model: z.string(),
    until: isoDateSchema,
  })
  .meta({ id: 'ProviderRefusal' });

/** A model provider as the server process that answers has found it. */
export const providerSchema = z
  .object({
    name: z.string(),
    state: z
      .enum(['working', 'resting', 'trying'])
      .describe('Resting: it failed several times in a row and is left out for a while.'),
    failures: z.number().int().describe('Failures since its last answer.'),
    restsUntil: isoDateSchema.nullable(),
    lastFailure: z.object({ at: isoDateSchema, message: z.string() }).nullable(),
    lastSuccessAt: isoDateSchema.nullable(),
    refusals: z.array(providerRefusalSchema).describe('What its models refused within the last hour.'),
  })
  .meta({ id: 'Provider' });
export type Provider = z.infer<typeof providerSchema>;

export const providersSchema = z
  .object({
    label: z.string().describe('Who answers: the first provider, a local model server, or the built-in demo.'),
    providers: z.array(providerSchema).describe('In the order in which they are asked. Empty for the demo.'),
  })
  .meta({ id: 'Providers' });
export type Providers = z.infer<typeof providersSchema>;

export const providerRefSchema = z.object({ id: z.string().min(1).max(200).describe('Its name.') });
