import type { Ctx } from '../../../context.ts';
import type { Company } from '../../../integrations/oidc/companies.ts';
import type { OidcLogin } from '../../../integrations/oidc/oidc-sign-in.ts';
import { announceAccount } from '../account/announce-account.ts';
import { companyLinkedMail } from '../auth.mails.ts';
import { type SignInAddition, signInIdentity } from '../oidc/identity-account.ts';
import {
  beginSignIn,
  finishSignIn,
  notConfigured,
  type SignInProvider,
  SignInRefused,
} from '../oidc/provider-sign-in.ts';
import { companyLoginStatement } from './company-logins.ts';
import { groupLevelStep } from './group-level.ts';

/** Begins a sign-in with a company, as `beginSignIn` does. */
export async function beginCompanySignIn(
  ctx: Ctx,
  { id, returnTo }: { id: string; returnTo: string | undefined },
): Promise<string> {
  const company = ctx.companies.get(id);
  return company ? beginSignIn(ctx, providerOf(company), { returnTo }) : notConfigured(ctx);
}

/** Finishes a sign-in with a company, as `finishSignIn` does. */
export async function finishCompanySignIn(
  ctx: Ctx,
  { id, ...returned }: { id: string; query: string; cookie: string | null },
): Promise<string> {
  const company = ctx.companies.get(id);
  return company ? finishSignIn(ctx, providerOf(company), returned) : notConfigured(ctx);
}

const providerOf = (company: Company): SignInProvider => ({
  name: company.name,
  path: `/api/auth/oidc/${company.id}`,
  cookie: 'company',
  limit: 'companyIp',
  client: company.client,
  signIn: (ctx, login) => signInToCompany(ctx, company, login),
});

function signInToCompany(ctx: Ctx, company: Company, login: OidcLogin) {
  const { email, emailVerified } = login.identity;
  const { domains } = company;
  if (domains) {
    if (!email) throw new SignInRefused('no_email');
    if (!domains.includes(email.slice(email.lastIndexOf('@') + 1))) throw new SignInRefused('domain_not_allowed');
  }
  return signInIdentity(ctx, login.identity, {
    method: 'company',
    trustsEmail: emailVerified || company.trustEmail,
    linkedMail: (holder) => companyLinkedMail(ctx.config, holder, company),
    detail: company.name,
    also: (account) => additionOf(ctx, company, login, account),
  });
}

/** What the sign-in with a company adds: the level of a group, and the record of the login. */
async function additionOf(
  ctx: Ctx,
  company: Company,
  login: OidcLogin,
  account: Parameters<typeof groupLevelStep>[3],
): Promise<SignInAddition> {
  const level = await groupLevelStep(ctx, company, login.identity, account);
  const { userId } = account;
  return {
    lock: (step) => level?.lock(step),
    addTo(step, familyId) {
      level?.addTo(step);
      step.add(companyLoginStatement(ctx, step.orm, { familyId, userId, provider: company.id, login }));
    },
    finish() {
      if (level) announceAccount(ctx, userId);
    },
  };
}
