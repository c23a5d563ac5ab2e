import { z } from 'zod';

/** How much a model may reason: "quick" is low effort at most, "thorough" is high effort at least, "automatic" as the model does on its own. */
export const effortSchema = z.enum(['automatic', 'quick', 'thorough']);
export type Effort = z.infer<typeof effortSchema>;

/** A model that people can choose. */
export const modelChoiceSchema = z
  .object({
    name: z.string().describe('Unique. The same model of a second provider has that provider in its name.'),
    provider: z.string(),
    premium: z.boolean().describe('Only for SuperNoek and administrators.'),
    resting: z.boolean().describe('Its provider failed several times in a row, and is left out for up to 30 seconds.'),
    sees: z
      .enum(['yes', 'no', 'unknown'])
      .describe('Whether it takes pictures. Unknown: it is given them, and answers without if it refuses.'),
    endsAt: z.iso
      .date()
      .nullable()
      .describe('The last day on which it is offered, to its end in UTC. null: no end is known.'),
    description: z.string().nullable().describe('What it is good for, in a few words. null: that is not known.'),
    contextWindow: z.number().int().positive().describe('For question and answer together, in tokens.'),
    tools: z.enum(['yes', 'no', 'unknown']).describe('Whether it takes tools, such as web search and memory.'),
    efforts: z.array(effortSchema.exclude(['automatic'])).describe('The efforts that it takes beside "automatic".'),
  })
  .meta({ id: 'ModelChoice' });
export type ModelChoice = z.infer<typeof modelChoiceSchema>;

/** The settings that any visitor may read. It contains no secrets. */
export const publicConfigSchema = z
  .object({
    version: z.string(),
    origins: z.object({ chat: z.string(), auth: z.string(), company: z.string() }),
    supportEmail: z.string(),
    donationUrl: z.string().nullable(),
    signIn: z.object({
      password: z.boolean().describe('false: only companies, and the password of the last administrator.'),
      google: z.boolean(),
      testLogin: z.boolean(),
      companies: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .describe('The companies to sign in with, at `/api/auth/oidc/{id}`.'),
    }),
    payments: z.object({ provider: z.enum(['none', 'sandbox', 'stripe']), publishableKey: z.string().nullable() }),
    assistant: z
      .object({ kind: z.enum(['providers', 'local', 'demo']), label: z.string() })
      .describe('Which model answers: configured providers, a local server, or the built-in demo.'),
    models: z
      .array(modelChoiceSchema)
      .describe('The models that `model` of a message may name, in the order in which their providers are tried.'),
    mail: z.enum(['smtp', 'inbox']).describe('Where mail goes. With "inbox", it can be read at /dev/inbox.'),
    readsPictures: z.boolean().describe('Whether the text of scanned pages and pictures is recognised.'),
    previewOrigin: z
      .string()
      .nullable()
      .describe('Where documents run, at `/preview/frame`. null: on the host of the chat.'),
  })
  .meta({ id: 'PublicConfig' });
export type PublicConfig = z.infer<typeof publicConfigSchema>;

export const versionSchema = z.object({ version: z.string() });
