import { randomUUID } from 'node:crypto';
import { tokenScopes } from '@noek/contract/calls/token-scopes';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { AppDeps } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { bearerOf } from '../../features/auth/tokens/read-token.ts';
import { createRunningCalls, keyOfCall, sessionOf } from '../../features/mcp/running-calls.ts';
import { isForeignWrite } from '../../hosts/origin-guard.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { bodyLimit } from '../../middleware/body-limit.ts';

const mcpPath = '/mcp';
/** Some programs put a slash at the end of each address. */
const mcpPaths = [mcpPath, `${mcpPath}/`];
const metadataPath = '/.well-known/oauth-protected-resource';

/** Of the JSON-RPC protocol. */
const parseError = -32700;
const invalidRequest = -32600;
const methodNotFound = -32601;

/**
 * The MCP server on the chat host, for people's API tokens and connected apps, and the documents that say where tokens come from (RFC 9728).
 * Cookies count for nothing. `context` identifies the caller.
 */
export function mcpRoutes(deps: AppDeps, context: MiddlewareHandler<AppEnv>, maxBodyBytes: number): Hono<AppEnv> {
  const running = createRunningCalls(deps.db);
  const routes = new Hono<AppEnv>();
  const metadataUrl = (c: Context<AppEnv>) => `${c.get('origin')}${metadataPath}${mcpPath}`;

  routes.on('ALL', mcpPaths, async (c, next) => {
    if (c.get('site') !== 'chat') throw notFound();
    // The protocol wants this for each method. A write has been checked already.
    const origin = c.req.header('Origin');
    if (origin !== undefined && isForeignOrigin(c, deps.config, origin))
      throw new AppError('FORBIDDEN', 'This request comes from a page of another site.');
    await next();
    const { headers } = c.res;
    headers.set('Cache-Control', 'no-store');
    headers.set('X-Robots-Tag', 'noindex');
    if (c.res.status !== 401) return;
    const reason = bearerOf(c.req.header('Authorization')) === null ? '' : 'error="invalid_token", ';
    headers.set('WWW-Authenticate', `Bearer ${reason}resource_metadata="${metadataUrl(c)}"`);
  });
  routes.on('ALL', mcpPaths, (c, next) => {
    if (bearerOf(c.req.header('Authorization')) === null)
      throw new AppError('UNAUTHORIZED', 'Connect with a personal API token. You can create one on your account page.');
    return next();
  });
  routes.on('ALL', mcpPaths, bodyLimit(maxBodyBytes), context);
  routes.on('ALL', mcpPaths, async (c) => {
    const ctx = c.get('ctx');
    const { actor } = ctx;
    if (!('token' in actor)) throw new Error('A request of /mcp has no token.');
    const { token } = actor;
    const { id: userId } = actor.user;
    const request = c.req.raw;
    let message: unknown;
    if (isJson(c)) {
      const text = await request.text();
      try {
        message = JSON.parse(text);
      } catch {
        return refused(c, 400, { code: parseError, message: 'Parse error: this is not JSON.' });
      }
      if (Array.isArray(message))
        return refused(c, 400, {
          code: invalidRequest,
          message: 'Send one message per request. Batches are not supported.',
        });
    }
    if (methodOf(message) === 'subscriptions/listen')
      return refused(c, 404, { code: methodNotFound, message: 'There is nothing to subscribe to here.' }, message);
    // Loaded with the first request, because most servers never get one.
    const { answerMcp } = await import('../../features/mcp/mcp-handler.ts');
    const cancelled = cancelledBy(message);
    if (cancelled !== null) running.cancel(keyOfCall(userId, sessionOf(request), cancelled));
    const response = await answerMcp({ ctx, userId, token, request, message, metadataUrl: metadataUrl(c), running });
    // Of 2025-11-25. Nothing is kept for a session: it tells apart the calls of a person's clients.
    if (methodOf(message) === 'initialize' && response.ok) response.headers.set('Mcp-Session-Id', randomUUID());
    return response;
  });

  const metadata = (path: string) => (c: Context<AppEnv>) => {
    if (c.get('site') !== 'chat') throw notFound();
    c.header('Access-Control-Allow-Origin', '*');
    return c.json({
      resource: `${c.get('origin')}${path}`,
      authorization_servers: [c.get('origin')],
      scopes_supported: tokenScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Noek',
    });
  };
  for (const path of mcpPaths) routes.get(`${metadataPath}${path}`, metadata(mcpPath));
  routes.get(metadataPath, metadata(''));
  return routes;
}

const isJson = (c: Context): boolean =>
  c.req.method === 'POST' && /^application\/json\s*(;|$)/i.test(c.req.header('Content-Type') ?? '');

/** An error of the protocol, for the request that it answers if that can be told. */
function refused(c: Context, status: 400 | 404, error: { code: number; message: string }, request: unknown = null) {
  const { id = null } = (request ?? {}) as { id?: unknown };
  return c.json({ jsonrpc: '2.0', error, id: typeof id === 'string' || typeof id === 'number' ? id : null }, status);
}

const methodOf = (message: unknown): unknown => (message as { method?: unknown } | null | undefined)?.method;

/** The id of the call that a message of 2025-11-25 cancels; null for another message. */
function cancelledBy(message: unknown): string | number | null {
  if (methodOf(message) !== 'notifications/cancelled') return null;
  const { params } = message as { params?: { requestId?: unknown } | null };
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

const isForeignOrigin = (c: Context, config: AppDeps['config'], origin: string): boolean =>
  isForeignWrite({ method: 'POST', host: c.req.header('Host') ?? '', origin, fetchSite: undefined }, config);
