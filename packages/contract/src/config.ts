import { z } from 'zod';

/** The settings that any visitor may read. It contains no secrets. */
export const publicConfigSchema = z
  .object({
    version: z.string(),
    origins: z.object({ chat: z.string(), auth: z.string(), company: z.string() }),
    supportEmail: z.string(),
    donationUrl: z.string().nullable(),
    signIn: z.object({ password: z.boolean(), google: z.boolean(), testLogin: z.boolean() }),
    payments: z.object({ provider: z.enum(['none', 'sandbox', 'stripe']), publishableKey: z.string().nullable() }),
    assistant: z
      .object({ kind: z.enum(['providers', 'local', 'demo']), label: z.string() })
      .describe('Which model answers: configured providers, a local server, or the built-in demo.'),
    mail: z.enum(['smtp', 'inbox']).describe('Where mail goes. With "inbox", it can be read at /dev/inbox.'),
  })
  .meta({ id: 'PublicConfig' });
export type PublicConfig = z.infer<typeof publicConfigSchema>;

export const versionSchema = z.object({ version: z.string() });
