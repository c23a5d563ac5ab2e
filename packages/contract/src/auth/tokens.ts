import { z } from 'zod';
import { type TokenScope, tokenScopeSchema, tokenScopes } from '../calls/token-scopes.ts';
import { trimmed } from '../text/characters.ts';
import { isoDateSchema } from '../text/dates.ts';
import { maxTokenNameLength } from './limits.ts';

/** The scope of a new token that names none. */
export const defaultTokenScope: TokenScope = 'chat';

/** Every token begins with this, so that people and secret scanners recognize one. */
export const tokenPrefix = 'noek_';

export const messagesTodaySchema = z
  .number()
  .int()
  .min(0)
  .describe('How many messages it has sent today, in UTC. A day ends at midnight.');

const tokenFields = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(tokenScopeSchema).describe('Each includes the ones before it: `read`, `chat`, `all`.'),
  createdAt: isoDateSchema,
  expiresAt: isoDateSchema.nullable().describe('From then on, the token is refused. Null: it does not expire.'),
  lastUsedAt: isoDateSchema.nullable().describe('Accurate to five minutes. Null: it was never used.'),
  messagesToday: messagesTodaySchema,
};

export const apiTokenSchema = z.object(tokenFields).meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** The response to a creation, and the only one that contains the token. */
export const newApiTokenSchema = z
  .object({ ...tokenFields, token: z.string().describe('Shown only once. Keep it like a password.') })
  .meta({ id: 'NewApiToken' });
export type NewApiToken = z.infer<typeof newApiTokenSchema>;

export const createTokenInputSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .overwrite(trimmed)
    .min(1, 'Enter a name.')
    .max(maxTokenNameLength, `A name can have up to ${maxTokenNameLength} characters.`),
  scopes: z
    .array(tokenScopeSchema)
    .min(1, 'Choose what the token may do.')
    .max(tokenScopes.length)
    .default([defaultTokenScope]),
  expiresAt: isoDateSchema.nullish().describe('When the token expires. Null or absent: never.'),
});
export type CreateTokenInput = z.input<typeof createTokenInputSchema>;

export const tokenRefSchema = z.object({ id: z.string().min(1).max(128) });
