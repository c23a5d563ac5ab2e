import type { PublicConfig } from '@noek/contract/config';
import { callAuth, openingUser } from '../../api/call-auth.ts';
import { ignoreSession } from '../../api/session-fetch.ts';
import { canAskAuthHost } from './same-site.ts';
import type { StartUpPorts } from './start-up.ts';
import { isSignOutPending } from './stored-user.ts';

/** The page waits for it before it shows a guest's controls. */
const syncTimeoutMs = 5_000;

/**
 * The start of a page on the real server and window. `token`: what the page was opened with, if anything; `onMoved` hears
 * how many of the guest's chats came along, if any did.
 */
export function startUpPorts(
  config: PublicConfig,
  token: string | null,
  onMoved?: (conversations: number) => void,
): StartUpPorts {
  const { auth } = config.origins;
  return {
    // A token may have changed who is here, even one that was refused, and so does a sign-out that is owed: what was asked
    // before it does not count.
    currentUser: token === null && !isSignOutPending() ? openingUser : () => callAuth('user'),
    isAuthHost: window.location.origin === auth,
    syncToken: async () => (canAskAuthHost(window.location.href, auth) ? syncToken(auth) : null),
    async tokenLogin(loginToken) {
      const { user, movedConversations } = await callAuth('crossDomainLogin', { token: loginToken });
      if (movedConversations > 0) onMoved?.(movedConversations);
      return user;
    },
    logout: endLogin,
    ignoreSession,
    // A page of another of our hosts that opened this window is cut off from it (COOP); the window has no history then.
    wasOpened: () => window.opener !== null || window.history.length === 1,
    closeWindow: () => window.close(),
  };
}

/** Ends the login on every host, then on this one. */
export async function endLogin(): Promise<void> {
  await callAuth('crossDomainLogout');
  await callAuth('logout');
}

/** Asks the auth host, with the cookies it has set, for a login token for this origin. */
async function syncToken(authOrigin: string): Promise<string | null> {
  const answer = await fetch(`${authOrigin}/api/auth/sync-cross-domain`, {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(syncTimeoutMs),
  });
  if (!answer.ok) return null;
  const { token } = (await answer.json()) as { token?: string };
  return token ?? null;
}
