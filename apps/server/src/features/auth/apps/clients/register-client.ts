import { appLimits } from '@noek/contract/auth/limits';
import { and, count, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '../../../../context.ts';
import { AppError } from '../../../../errors.ts';
import { plainName } from '../../../../integrations/client-metadata/client-metadata.ts';
import { callerOf, limit } from '../../limits/auth-limits.ts';
import { OAuthError } from '../oauth-error.ts';
import { newRegisteredId } from './client.ts';
import { isReturnable } from './redirect-uri.ts';

const registrationMs = appLimits.registrationMinutes * 60_000;
/** What an app without a name is called. */
const unnamed = 'An app without a name';

/** What is read of a registration. RFC 7591 lets apps send more, and the server ignore it. */
const registrationSchema = z.object({
  redirect_uris: z.array(z.string().min(1).max(2_048)).min(1).max(10),
  client_name: z.string().max(1_000).optional(),
  grant_types: z.array(z.string()).max(20).optional(),
  response_types: z.array(z.string()).max(20).optional(),
});

/** The answer to a registration (RFC 7591, section 3.2.1). */
type Registered = {
  client_id: string;
  client_id_issued_at: number;
  client_name: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: 'none';
};

/**
 * Registers an app that cannot publish a description of itself (RFC 7591). It gets a client_id and no secret, also
 * if it asks for one: an app that everybody has cannot keep it, and PKCE protects the code. It is deleted after an hour unless a person
 * allows it. Throws invalid_redirect_uri, invalid_client_metadata, RATE_LIMITED, and UNAVAILABLE if too many wait.
 */
export async function registerClient(ctx: Ctx, readBody: () => Promise<unknown>): Promise<Registered> {
  await limit(ctx, 'registrationIp', callerOf(ctx));
  const client = readRegistration(await readBody());
  const { registeredClients: c } = ctx.db.tables;
  const createdAt = ctx.now();
  const row = {
    id: newRegisteredId(),
    ...client,
    allowedAt: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + registrationMs),
  };
  await ctx.db.atomic((step) => {
    const counted = step.add(
      step.orm
        .select({ waiting: count() })
        .from(c)
        .where(and(isNull(c.allowedAt), gt(c.expiresAt, createdAt))),
    );
    step.add(step.orm.insert(c).values(row));
    step.check(() => {
      if ((counted.rows[0]?.waiting ?? 0) >= appLimits.mostRegistrations) throw tooMany();
    });
  });
  return {
    client_id: row.id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}

function readRegistration(asked: unknown): { name: string; redirectUris: string[] } {
  const { data, error } = registrationSchema.safeParse(asked);
  if (!data) {
    const [field = ''] = error.issues[0]?.path ?? [];
    if (field === 'redirect_uris')
      throw new OAuthError('invalid_redirect_uri', 'The redirect_uris must be one to ten addresses.');
    throw new OAuthError('invalid_client_metadata', 'Something in the registration is missing or wrong.');
  }
  if (!data.redirect_uris.every(isReturnable))
    throw new OAuthError(
      'invalid_redirect_uri',
      'The redirect_uris must be https, or http with a loopback host, without a user name and a fragment.',
    );
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw new OAuthError('invalid_client_metadata', 'The grant_types must include authorization_code.');
  if (data.response_types && !data.response_types.includes('code'))
    throw new OAuthError('invalid_client_metadata', 'The response_types must include code.');
  return { name: plainName(data.client_name ?? '') || unnamed, redirectUris: data.redirect_uris };
}

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Too many apps have registered in the last hour. Please try again later.', {
    headers: { 'Retry-After': '600' },
  });
