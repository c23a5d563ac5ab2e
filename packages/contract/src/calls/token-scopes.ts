import { z } from 'zod';

/** What a personal API token may do. Each scope includes the ones before it. */
export const tokenScopes = ['read', 'chat', 'all'] as const;

export const tokenScopeSchema = z.enum(tokenScopes);

export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** The scope that a token needs for a call. 'never': the call is for people who are signed in with a browser. */
export type TokenAccess = TokenScope | 'never';

/** Whether a token with these scopes may make a call that needs `access`. An undecided call refuses every token. */
export function allowsToken(scopes: readonly TokenScope[], access: TokenAccess | undefined): boolean {
  if (access === undefined || access === 'never') return false;
  return scopes.some((scope) => tokenScopes.indexOf(scope) >= tokenScopes.indexOf(access));
}
