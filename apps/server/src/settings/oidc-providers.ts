import { normalDomain } from '@noek/contract/auth/email-address';
import { z } from 'zod';
import { isPrivateConnection } from './private-connection.ts';

const text = z.string().trim().min(1);
const domain = text
  .overwrite(normalDomain)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'must be a domain such as example.com');

const isScopeList = (scopes: string) => scopes.split(/\s+/).includes('openid');

/** A misspelt field is refused, because each of them decides who may do what. */
const providerSchema = z.strictObject({
  id: text
    .max(64)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be small letters, digits, "-" and "_", because it is part of an address'),
  name: text.max(60),
  issuer: text.refine(isPrivateConnection, 'must be an https address (http only for an issuer on this machine)'),
  clientId: text,
  clientSecret: text,
  scopes: text.refine(isScopeList, 'must contain openid').default('openid email profile'),
  domains: z.array(domain).min(1).optional(),
  adminGroups: z.array(text).min(1).optional(),
  groupsClaim: text.default('groups'),
  trustEmail: z.boolean().default(false),
});
/** A company that people can sign in with, as OIDC_PROVIDERS describes it. */
export type CompanySettings = z.infer<typeof providerSchema>;

const form = 'must be JSON: [{ "id", "name", "issuer", "clientId", "clientSecret" }]';

/** The value of OIDC_PROVIDERS. */
export const oidcProvidersSchema = z
  .string()
  .transform((value, issue) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      issue.addIssue({ code: 'custom', message: form });
      return z.NEVER;
    }
  })
  .pipe(z.array(providerSchema, form));

/** What is wrong with the settings of company sign-in together, as a sentence, or null. */
export function companyProblem(e: { OIDC_PROVIDERS: readonly CompanySettings[]; ONLY_OIDC: boolean }): string | null {
  const ids = e.OIDC_PROVIDERS.map(({ id }) => id);
  const doubled = ids.find((id, at) => ids.indexOf(id) !== at);
  if (doubled) return `OIDC_PROVIDERS cannot be used: the id "${doubled}" is given twice.`;
  if (e.ONLY_OIDC && ids.length === 0) return 'ONLY_OIDC needs a provider in OIDC_PROVIDERS.';
  return null;
}
