import { defaultTokenScope } from '@noek/contract/auth/tokens';
import { type TokenScope, tokenScopes } from '@noek/contract/calls/token-scopes';
import { OAuthError } from './oauth-error.ts';

export type Parameters = ReadonlyMap<string, string>;

/** The parameters of a query or a form. Empty ones count as absent. Throws invalid_request if one is repeated. */
export function readParameters(text: string): Parameters {
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (found.has(name)) throw new OAuthError('invalid_request', `The parameter ${name} is repeated.`);
    found.set(name, value);
  }
  return new Map([...found].filter(([, value]) => value !== ''));
}

/** Throws invalid_request if it is absent. */
export function required(parameters: Parameters, name: string): string {
  const value = parameters.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}

/** The scopes that an app asks for; without any, `chat`. Throws invalid_scope for an unknown one. */
export function askedScopes(parameters: Parameters): TokenScope[] {
  const asked = (parameters.get('scope') ?? defaultTokenScope).split(' ').filter(Boolean);
  const known = tokenScopes.filter((scope) => asked.includes(scope));
  if (known.length === 0 || known.length < new Set(asked).size)
    throw new OAuthError('invalid_scope', `The scopes of Noek are ${tokenScopes.join(', ')}.`);
  return known;
}

/** Tokens are for this server: its origin, or its MCP server. Throws invalid_target for anything else (RFC 8707). */
export function checkResource(parameters: Parameters, origins: readonly string[]): void {
  const resource = parameters.get('resource');
  if (resource === undefined) return;
  const ours = origins.flatMap((origin) => [origin, `${origin}/`, `${origin}/mcp`]);
  if (!ours.includes(resource))
    throw new OAuthError('invalid_target', `The resource must be ${origins[0]} or ${origins[0]}/mcp.`);
}
