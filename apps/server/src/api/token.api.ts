import { tokenOperations } from '@noek/contract/auth/token-operations';
import { createToken } from '../features/auth/tokens/create-token.ts';
import { listTokens } from '../features/auth/tokens/list-tokens.ts';
import { revokeToken, tokenNotFound } from '../features/auth/tokens/revoke-token.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of personal API tokens. */
export const tokensApi = implement(tokenOperations, { tokens: listTokens, createToken, revokeToken }, tokenNotFound);
