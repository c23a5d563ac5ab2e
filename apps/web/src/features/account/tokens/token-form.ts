import { tokenExpiryDays } from '@noek/contract/auth/limits';
import {
  type CreateTokenInput,
  createTokenInputSchema,
  defaultTokenScope,
  tokenScopeSchema,
} from '@noek/contract/auth/tokens';
import { z } from 'zod';

const dayMs = 24 * 60 * 60_000;

/** The fields of the form for a new token. `days`: until the token expires. */
export const tokenFormSchema = z.object({
  name: createTokenInputSchema.shape.name,
  scope: tokenScopeSchema,
  days: z.enum([...tokenExpiryDays.map(String), 'never']),
});
export type TokenForm = z.infer<typeof tokenFormSchema>;

export const emptyTokenForm: TokenForm = { name: '', scope: defaultTokenScope, days: '90' };

/** The input of the call that the form makes. */
export const inputOf = ({ name, scope, days }: TokenForm, now = Date.now()): CreateTokenInput => ({
  name,
  scopes: [scope],
  expiresAt: days === 'never' ? null : new Date(now + Number(days) * dayMs).toISOString(),
});
