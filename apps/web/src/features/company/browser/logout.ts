import type { PublicConfig } from '@noek/contract/config/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { endLogin } from '../../session/start/start-up-ports.ts';
import { clearRecentLogout, recordLogout, storeUser } from '../../session/start/stored-user.ts';
import { companyTexts } from '../texts.ts';
import { companyClient } from './company-client.ts';
import { report } from './report.ts';

/** Makes Logout sign out of every host and go to the auth host, which confirms it and removes its stored user. */
export function enableLogout({ origins }: PublicConfig): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-logout]'))
    button.addEventListener('click', async () => {
      button.disabled = true;
      report(null);
      recordLogout();
      try {
        await endLogin(await companyClient());
        storeUser(null);
        window.location.assign(`${origins.auth}/login?auth_action=logout`);
      } catch (error) {
        clearRecentLogout();
        button.disabled = false;
        report(`${companyTexts.logoutFailed} ${errorText(error)}`);
      }
    });
}
