import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Company } from '../../../integrations/oidc/companies.ts';
import { logoutTokenLifetimeMs } from '../../../integrations/oidc/logout-token-age.ts';
import { BadLogoutToken, type LogoutToken, OidcError } from '../../../integrations/oidc/oidc-sign-in.ts';
import { takeSlot } from '../limits/rate-limit.ts';
import { endCompanyLogins } from './company-logins.ts';

/**
 * Ends logins on all hosts because the company's provider says so (OpenID Connect Back-Channel Logout 1.0): the logins of one session of
 * the provider, or all logins of a person with it. `form` is the body, with the provider's signed `logout_token`, which works once. Throws
 * NOT_FOUND for an unknown provider, BAD_REQUEST for a bad token, and UNAVAILABLE if the provider's keys cannot be read.
 */
export async function backchannelLogout(
  ctx: Ctx,
  { id, form }: { id: string; form: string },
): Promise<{ message: string }> {
  const company = ctx.companies.get(id);
  if (!company) throw companyNotFound();
  const [token, ...others] = new URLSearchParams(form).getAll('logout_token');
  if (!token || others.length > 0) throw new AppError('BAD_REQUEST', 'Send one logout_token as a form.');
  const { issuer, id: tokenId, sid, subject } = await read(ctx, company, token);
  const isNew = await takeSlot(ctx, [JSON.stringify(['logout-token', id, tokenId])], logoutTokenLifetimeMs);
  if (!isNew) throw new AppError('BAD_REQUEST', 'This logout token was used before.');
  const { companyLogins: l } = ctx.db.tables;
  await endCompanyLogins(
    ctx,
    and(
      eq(l.provider, id),
      eq(l.issuer, issuer),
      sid === null ? undefined : eq(l.sid, sid),
      subject === null ? undefined : eq(l.subject, subject),
    ),
  );
  return { message: 'Signed out.' };
}

async function read(ctx: Ctx, { client, name }: Company, token: string): Promise<LogoutToken> {
  try {
    return await client.readLogoutToken(token, ctx.now());
  } catch (error) {
    if (error instanceof BadLogoutToken) {
      ctx.log.warn({ provider: name, cause: (error.cause as Error | undefined)?.message }, error.message);
      throw new AppError('BAD_REQUEST', 'This logout token is not valid.', { cause: error });
    }
    if (!(error instanceof OidcError)) throw error;
    throw new AppError('UNAVAILABLE', `The keys of ${name} cannot be read at the moment.`, {
      cause: error,
      headers: { 'Retry-After': '10' },
    });
  }
}

export const companyNotFound = () => notFound('This provider does not exist.');
