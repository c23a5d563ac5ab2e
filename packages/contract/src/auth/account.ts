import { z } from 'zod';
import { isoDateSchema } from '../text/dates.ts';

/** One time that an administrator opened a person's messages. */
export const chatViewSchema = z
  .object({
    id: z.string(),
    viewedAt: isoDateSchema,
    administrator: z.string().nullable().describe('Their name; null if their account no longer exists.'),
    reason: z.string().nullable().describe('What they gave as the reason.'),
  })
  .meta({ id: 'ChatView' });
export type ChatView = z.infer<typeof chatViewSchema>;

export const listChatViewsInputSchema = z.object({
  limit: z.number().int().min(1).max(100).default(20),
  cursor: z.string().max(256).optional(),
});
export type ListChatViewsInput = z.infer<typeof listChatViewsInputSchema>;
export const chatViewPageSchema = z.object({ views: z.array(chatViewSchema), nextCursor: z.string().nullable() });
export type ChatViewPage = z.infer<typeof chatViewPageSchema>;

/** How a person can sign in. */
export const signInMethodsSchema = z
  .object({
    password: z
      .enum(['set', 'suspended', 'none'])
      .describe('A suspended password works again once a new one is set with a link from an email.'),
    google: z.boolean().describe('Whether a Google account is linked.'),
    companies: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('The companies whose accounts are linked.'),
    passkeys: z.number().int().nonnegative().describe('How many passkeys there are.'),
    authenticatorSince: isoDateSchema
      .nullable()
      .describe('Since when an authenticator app is needed; null: it is not.'),
    recoveryCodes: z.number().int().nonnegative().describe('How many recovery codes have not been used.'),
    passkeyHost: z
      .string()
      .nullable()
      .describe('The host whose pages can add passkeys, with its subdomains; null: none.'),
  })
  .meta({ id: 'SignInMethods' });
export type SignInMethods = z.infer<typeof signInMethodsSchema>;
