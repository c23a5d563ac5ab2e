import { refusals } from '@noek/contract/calls/errors';
import { type Context, Hono } from 'hono';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { refusalOf } from '../../failures.ts';
import { requestDevice } from '../../features/auth/apps/authorization/request-device.ts';
import { registerClient } from '../../features/auth/apps/clients/register-client.ts';
import { OAuthError } from '../../features/auth/apps/oauth-error.ts';
import { type Parameters, readParameters } from '../../features/auth/apps/parameters.ts';
import {
  devicePath,
  registrationPath,
  revokePath,
  serverMetadata,
  serverMetadataPath,
  tokenPath,
} from '../../features/auth/apps/server-metadata.ts';
import { issueTokens } from '../../features/auth/apps/tokens/issue-tokens.ts';
import { revokeAppToken } from '../../features/auth/apps/tokens/revoke-app-token.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { bodyLimit } from '../../middleware/body-limit.ts';

const maxBodyBytes = 16 * 1024;

/** The calls of programs. They take no cookies, so pages of any site may make them. */
export const programPaths: readonly string[] = [
  serverMetadataPath,
  tokenPath,
  revokePath,
  devicePath,
  registrationPath,
];

/** The authorization server as programs know it. Bodies are forms, errors have the form of OAuth. Its page belongs to the web app. */
export const oauthRoutes = new Hono<AppEnv>();
for (const path of programPaths)
  oauthRoutes.use(path, bodyLimit(maxBodyBytes), async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    await next();
  });
oauthRoutes
  .get(serverMetadataPath, (c) =>
    c.json(serverMetadata(c.var.ctx.request.origin, { registers: c.var.ctx.config.appRegistration })),
  )
  .post(tokenPath, (c) => answer(c, issueTokens))
  .post(devicePath, (c) => answer(c, requestDevice))
  .post(registrationPath, (c) => {
    if (!c.var.ctx.config.appRegistration) throw notFound('Apps cannot register here.');
    return respond(c, async () => c.json(await registerClient(c.var.ctx, () => readJson(c)), 201));
  })
  .post(revokePath, (c) =>
    answer(c, async (ctx, parameters) => {
      await revokeAppToken(ctx, parameters);
      return {};
    }),
  );

const answer = (c: Context<AppEnv>, act: (ctx: Ctx, parameters: Parameters) => Promise<object>) =>
  respond(c, async () => c.json(await act(c.var.ctx, await readForm(c))));

/** The response, or an error in the form of OAuth. */
async function respond(c: Context<AppEnv>, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OAuthError)
      return c.json(
        { error: error.code, error_description: error.message },
        error.code === 'invalid_client' ? 401 : 400,
      );
    const known = refusalOf(error);
    if (!known) throw error;
    for (const [name, value] of Object.entries(known.headers)) c.header(name, value);
    const { status } = refusals[known.code];
    return c.json({ error: 'temporarily_unavailable', error_description: known.message }, status);
  }
}

async function readForm(c: Context<AppEnv>): Promise<Parameters> {
  const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new OAuthError('invalid_request', 'The body must be application/x-www-form-urlencoded.');
  return readParameters(await c.req.text());
}

async function readJson(c: Context<AppEnv>): Promise<unknown> {
  const type = c.req.header('Content-Type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new OAuthError('invalid_client_metadata', 'The body must be application/json.');
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new OAuthError('invalid_client_metadata', 'The body is not JSON.', error);
  }
}
