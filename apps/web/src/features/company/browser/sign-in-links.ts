import type { PublicConfig } from '@noek/contract/config/schemas';
import { type SignInScreen, signInUrl } from '../../session/start/sign-in-url.ts';
import { clearRecentLogout } from '../../session/start/stored-user.ts';

/** Makes the links to sign in lead back to this page as it is, and ask for the password shortly after a sign-out. */
export function followSignInLinks(config: PublicConfig): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-sign-in]')) {
    const update = () => {
      link.href = signInUrl(config, link.dataset.signIn as SignInScreen);
    };
    update();
    link.addEventListener('click', () => {
      update();
      clearRecentLogout();
    });
  }
}
