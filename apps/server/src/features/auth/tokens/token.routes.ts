import { tokenOperations } from '@noek/contract/auth/token-operations';
import { implement } from '../../../transports/implement.ts';
import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken, tokenNotFound } from './revoke-token.ts';

/** The documented paths of personal API tokens under /api. */
export const { routes: tokenRoutes } = implement(
  tokenOperations,
  {
    list: (ctx) => listTokens(ctx),
    create: (ctx, { body }) => createToken(ctx, body),
    revoke: (ctx, { params }) => revokeToken(ctx, params),
  },
  tokenNotFound,
);
