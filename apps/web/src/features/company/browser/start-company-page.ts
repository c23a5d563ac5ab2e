import { loadPublicConfig } from '../../../api/base/load-public-config.ts';
import type { AuthParameters } from '../../session/start/auth-parameters.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import {
  enableCopyButtons,
  enableGoBack,
  enableSiteMenu,
  enableThemeButtons,
  loadPicturesEarly,
  revealOnSight,
} from './controls.ts';
import {
  enableLogout,
  enableTestLogin,
  findCompanyUser,
  followReturns,
  followSignInLinks,
  showPerson,
} from './person.ts';

/**
 * Starts the script of a page of the company site. The server sends the page complete; this adds the parts that depend on the person and
 * on the browser. Resolves when it is known who is here.
 */
export async function startCompanyPage(parameters: AuthParameters): Promise<void> {
  revealOnSight();
  enableThemeButtons();
  loadPicturesEarly();
  enableSiteMenu();
  enableCopyButtons();
  const config = await loadPublicConfig();
  enableGoBack(config);
  followSignInLinks(config);
  enableLogout(config);
  enableTestLogin();
  // Shown at once, and corrected as soon as the server has answered.
  showPerson(storedUser(), config);
  showPerson(await findCompanyUser(parameters, config), config);
  followReturns((user) => showPerson(user, config));
}
