import { maxDocumentBodyBytes } from '@noek/contract/documents/limits';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ZodError } from 'zod';
import { rest } from './api/router.ts';
import { asShownRefusal, completionRoutes, isCompletionPath } from './api/routes/completions.routes.ts';
import { devInboxRoutes } from './api/routes/dev-inbox.routes.ts';
import { mcpRoutes } from './api/routes/mcp.routes.ts';
import { oauthRoutes, programPaths } from './api/routes/oauth.routes.ts';
import { suspendedRoutes } from './api/routes/suspended.routes.ts';
import { isOneClick, maxOneClickBytes, unsubscribeRoutes } from './api/routes/unsubscribe.routes.ts';
import { subscriptions } from './api/subscriptions.ts';
import { mutations, typedCalls } from './api/typed-calls.ts';
import type { AppDeps } from './context.ts';
import { AppError, notFound } from './errors.ts';
import { asUnavailable, logFailure, refusalOf, unexpected } from './failures.ts';
import { relatedOrigins } from './features/auth/passkeys/relying-party.ts';
import { unsubscribePath } from './features/campaigns/unsubscribing/unsubscribe-token.ts';
import { toErrorAnswer } from './features/completions/refusals.ts';
import { suspendedPath } from './features/subscription/mails/suspended-link.ts';
import { credentialedCors } from './hosts/credentialed-cors.ts';
import { isForeignWrite } from './hosts/origin-guard.ts';
import { siteOf, unknownHostMessage } from './hosts/site.ts';
import { builtInPath } from './integrations/web-search/built-in-pages.ts';
import type { AppEnv } from './middleware/app-env.ts';
import { bodyLimit, cutOff, isCutOff, isStreamedCall } from './middleware/body-limit.ts';
import { countRequests } from './middleware/count-requests.ts';
import { connectionAddress, programContext, requestContext } from './middleware/request-context.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { isByToken, tokenCors } from './middleware/token-cors.ts';
import { unlistedProxyWarning } from './middleware/unlisted-proxy.ts';
import { helpPages } from './pages/help-pages.ts';
import { metricsPage } from './pages/metrics-page.ts';
import { previewPages } from './pages/preview-pages.ts';
import { webPages } from './pages/web-pages.ts';
import { inputProblem } from './text/input-problem.ts';

const maxBodyBytes = 256 * 1024;
/** Requests of OpenAI's protocol have whole conversations, with pictures. */
const maxCompletionBytes = 10 * 1024 * 1024;
/** A file of prompts is one request, so that all of them are added or none. */
const importOfPrompts = '/api/trpc/prompts.import';
const maxPromptsBytes = 10 * 1024 * 1024;
/** The calls that send the content of a document. A typed one may be sent with others. */
const sendsDocument =
  /^(?:POST \/api\/documents|PATCH \/api\/documents\/[^/]+|POST \/api\/trpc\/(?:[\w.]+,)*documents\.(?:create|update)(?:,[\w.]+)*)$/;

/**
 * The whole product as one fetch handler. Tests call `app.request()`. If `state.draining` is true, it refuses new work. `webRoot`: another
 * build of the web app than the usual one.
 */
export function createApp(
  deps: AppDeps,
  state: { draining: boolean; failed: boolean } = { draining: false, failed: false },
  webRoot?: string,
) {
  const { config, log } = deps;
  const app = new Hono<AppEnv>();
  const context = requestContext(deps);

  app.onError((error, c) => answerError(c, error, log));
  // Before everything else: previews have headers of their own, and no one is signed in there.
  const previews = previewPages(config, webRoot);
  app.use((c, next) => {
    const answer = siteOf(hostOf(c), config);
    const isPreview =
      answer.kind === 'preview' ||
      (answer.kind === 'site' && answer.site === 'chat' && c.req.path.startsWith('/preview/'));
    return isPreview ? Promise.resolve(previews.fetch(c.req.raw, c.env)) : next();
  });
  app.use(securityHeaders(config));
  app.use(countRequests(deps.metrics));
  const warnOfProxy = unlistedProxyWarning(config, log);
  app.use((c, next) => {
    warnOfProxy(connectionAddress(c), c.req.header('X-Forwarded-For'));
    return next();
  });
  app.use(async (_, next) => {
    if (deps.background.closed) throw restarting();
    await deps.background.track(next());
  });

  app.get('/healthz', (c) => c.json({ status: 'alive' }));
  app.get('/readyz', async (c) => {
    if (state.draining) return c.json({ status: state.failed ? 'failed' : 'draining' }, 503);
    await deps.db.ping().catch((cause) => {
      throw asUnavailable(cause) ?? new AppError('UNAVAILABLE', 'The database does not answer.', { cause });
    });
    return c.json({ status: 'ready' });
  });

  app.get('/metrics', metricsPage(deps));

  app.use(async (c, next) => {
    const host = hostOf(c);
    const answer = siteOf(host, config);
    if (answer.kind === 'preview') throw notFound();
    if (answer.kind === 'unknown') throw new AppError('MISDIRECTED_HOST', unknownHostMessage(host));
    if (answer.kind === 'redirect') {
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${answer.to}${pathname}${search}`, 308);
    }
    c.set('site', answer.site);
    c.set('origin', answer.origin);
    await next();
  });

  app.use(unsubscribePath, bodyLimit(maxOneClickBytes));
  app.use('/api/auth/sync-cross-domain', credentialedCors(config));
  for (const path of programPaths) app.use(path, cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: 600 }));
  app.use('/v1/*', (c, next) => (c.get('site') === 'chat' ? tokenCors(c, next) : next()));
  app.use(async (c, next) => {
    const request = {
      method: c.req.method,
      host: hostOf(c),
      origin: c.req.header('Origin'),
      fetchSite: c.req.header('Sec-Fetch-Site'),
    };
    const isOfAnySite = programPaths.includes(c.req.path) || (isCompletionPath(c.req.path) && isByToken(c));
    if (!isOfAnySite && isForeignWrite(request, config) && !(await isOneClick(c)))
      throw new AppError(
        'FORBIDDEN',
        `This request comes from a page of another site. Open Noek at ${config.origins.chat}.`,
      );
    if (state.draining && c.req.method !== 'GET') throw restarting();
    await next();
  });

  app.use('/api/*', async (c, next) => {
    if (!isWellEncoded(c.req.url)) throw new AppError('BAD_REQUEST', 'This address is malformed.');
    await next();
    // `c.header` would copy the response and turn its text into a stream.
    const { headers } = c.res;
    // A browser may keep files, and asks each time whether they are still there.
    if (!headers.get('Cache-Control')?.startsWith('private')) headers.set('Cache-Control', 'no-store');
    headers.set('X-Robots-Tag', 'noindex');
  });
  app.use(
    '/api/*',
    bodyLimit(maxBodyBytes, (c) => {
      const call = `${c.req.method} ${c.req.path}`;
      return c.req.path === importOfPrompts || sendsDocument.test(call) || isStreamedCall(call);
    }),
  );
  app.use(importOfPrompts, bodyLimit(maxPromptsBytes));
  const documentLimit = bodyLimit(maxDocumentBodyBytes);
  app.use('/api/*', (c, next) =>
    sendsDocument.test(`${c.req.method} ${c.req.path}`) ? documentLimit(c, next) : next(),
  );
  app.use('/api/*', context);
  app.use('/api/trpc/*', subscriptions);
  app.use('/api/trpc/*', mutations);
  app.all('/api/trpc/*', typedCalls(log));
  app.route('/api', rest);
  app.all('/api/*', () => {
    throw notFound('This call does not exist.');
  });

  app.use('/v1/*', (c, next) =>
    c.get('site') === 'chat' ? next() : Promise.reject(notFound('This host has no API.')),
  );
  app.use('/v1/*', bodyLimit(maxCompletionBytes));
  app.use('/v1/*', context);
  app.route('/v1', completionRoutes(deps));
  app.route('/', mcpRoutes(deps, context, maxBodyBytes));

  app.get('/.well-known/webauthn', (c) => {
    const related = relatedOrigins(config, c.get('origin'));
    if (!related) throw notFound();
    return c.json(related);
  });

  for (const path of programPaths) {
    app.use(path, async (c, next) => {
      if (c.get('site') !== 'chat') throw notFound();
      await next();
    });
    app.use(path, programContext(deps));
  }
  app.route('/', oauthRoutes);

  app.use('/dev/*', context);
  app.route('/dev', devInboxRoutes);
  app.use(`${unsubscribePath}/*`, context);
  app.route(unsubscribePath, unsubscribeRoutes);
  app.use(`${suspendedPath}/*`, context);
  app.route(suspendedPath, suspendedRoutes);
  app.route(builtInPath, helpPages(config));
  app.route('/', webPages(deps, context, webRoot));
  return app;
}

const hostOf = (c: Context) => c.req.header('Host') ?? new URL(c.req.url).host;

const restarting = () =>
  new AppError('UNAVAILABLE', 'The server is restarting. Please try again in a moment.', {
    headers: { 'Retry-After': '2', Connection: 'close' },
  });

/** Whether all percent-encodings in the path of an address are valid UTF-8. */
function isWellEncoded(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}

/** The answer to a request that failed. OpenAI's protocol has errors of a form of its own. */
function answerError(c: Context, error: unknown, log: AppDeps['log']): Response {
  const { path } = c.req;
  const refusal = isCompletionPath(path) ? asShownRefusal(error) : refusalOf(error);
  const known = refusal ?? problemOfRequest(error);
  if (isCutOff(error)) log.debug({ path }, cutOff);
  else if (!known || asUnavailable(error)) logFailure(log, error, { path }, 'a request failed');
  const told = known ?? unexpected();
  const { status, headers, body } =
    told instanceof AppError && !isCompletionPath(path)
      ? { status: told.status, headers: told.headers, body: told.body() }
      : toErrorAnswer(told);
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.header('Cache-Control', 'no-store');
  return c.json(body, status as ContentfulStatusCode);
}

function problemOfRequest(error: unknown): AppError | null {
  if (error instanceof ZodError) return new AppError('BAD_REQUEST', inputProblem(error));
  if (isCutOff(error) || (error instanceof HTTPException && error.status < 500))
    return new AppError('BAD_REQUEST', 'This request is malformed.');
  return null;
}
