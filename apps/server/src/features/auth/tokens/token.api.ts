import { tokenOperations } from '@noek/contract/auth/token-operations';
import { implement } from '../../../transports/implement.ts';
import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import { revokeToken, tokenNotFound } from './revoke-token.ts';

/** The procedures and documented paths of personal API tokens. */
export const tokensApi = implement(tokenOperations, { tokens: listTokens, createToken, revokeToken }, tokenNotFound);
