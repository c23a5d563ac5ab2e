import type { CompanySettings } from '../../settings/oidc-providers.ts';
import { createOidcSignIn } from './create-oidc-sign-in.ts';
import type { OidcSignIn } from './oidc-sign-in.ts';

/** A company that people can sign in with. */
export type Company = CompanySettings & { client: OidcSignIn };

/** The companies of OIDC_PROVIDERS, by id. */
export function createCompanies(providers: readonly CompanySettings[]): ReadonlyMap<string, Company> {
  return new Map(
    providers.map((settings) => [
      settings.id,
      {
        ...settings,
        client: createOidcSignIn({ ...settings, groupsClaim: settings.adminGroups ? settings.groupsClaim : null }),
      },
    ]),
  );
}
