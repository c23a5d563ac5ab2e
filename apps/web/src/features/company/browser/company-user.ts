import type { User } from '@noek/contract/auth/schemas';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { sessionCall } from '../../../api/base/session-fetch.ts';
import type { AuthParameters } from '../../session/start/auth-parameters.ts';
import { confirmUser, handleAuthParameters } from '../../session/start/start-up.ts';
import { startUpPorts } from '../../session/start/start-up-ports.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import { companyClient } from './company-client.ts';

/** The user of the company site, from its session or from the login of the auth host; null if there is none or the check fails. Call it once per page. */
export async function findCompanyUser(parameters: AuthParameters, config: PublicConfig): Promise<User | null> {
  const ports = startUpPorts(config, parameters.token, companyClient);
  const handled = await handleAuthParameters(parameters, ports);
  const user = handled.user === undefined ? await confirmUser(ports).catch(() => null) : handled.user;
  storeUser(user);
  return user;
}

const askUser = async () => (await companyClient()).auth.user.query(undefined, sessionCall());

/**
 * A page that is restored from the back-forward cache may show a user who has signed out. Calls back with the current user of a restored
 * page.
 */
export function followReturns(show: (user: User | null) => void): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void askUser().then(show, () => {});
  });
}
