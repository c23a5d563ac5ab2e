import type { CompanySettings } from '../../settings/oidc-providers.ts';
import type { OidcClient, OidcSignIn } from './oidc-sign-in.ts';

/** A company that people can sign in with. */
export type Company = CompanySettings & { client: OidcSignIn };

/** The companies of OIDC_PROVIDERS, by id. `create` makes the sign-in of one. */
export function createCompanies(
  providers: readonly CompanySettings[],
  create: (client: OidcClient) => OidcSignIn,
): ReadonlyMap<string, Company> {
  return new Map(
    providers.map((settings) => [
      settings.id,
      {
        ...settings,
        client: create({ ...settings, groupsClaim: settings.adminGroups ? settings.groupsClaim : null }),
      },
    ]),
  );
}
