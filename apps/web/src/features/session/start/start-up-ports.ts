import type { PublicConfig } from '@noek/contract/config/schemas';
import { openingUser } from '../../../api/base/opening-user.ts';
import { ignoreSession, sessionCall } from '../../../api/base/session-fetch.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { passkeyOffer } from './passkey-offer.ts';
import { canAskAuthHost } from './same-site.ts';
import type { StartUpPorts } from './start-up.ts';
import { isSignOutPending } from './stored-user.ts';

/** The page shows no guest controls before this call has ended. */
const syncTimeoutMs = 5_000;

/**
 * Start-up ports for the real server and window. `token`: the login token in the address, if any; `client`: the client of this page.
 * `onMoved` is called with the number of guest chats that were moved to the account, if any.
 */
export function startUpPorts(
  config: PublicConfig,
  token: string | null,
  client: () => TrpcClient | Promise<TrpcClient>,
  onMoved?: (conversations: number) => void,
): StartUpPorts {
  const { auth } = config.origins;
  const ask = async () => (await client()).auth.user.query(undefined, sessionCall());
  // A token, even a refused one, or a pending sign-out may have changed the user, so the preloaded answer is out of date.
  const mayHaveChanged = token !== null || isSignOutPending();
  return {
    async currentUser() {
      const opening = mayHaveChanged ? undefined : await openingUser();
      return opening === undefined ? ask() : opening;
    },
    isAuthHost: window.location.origin === auth,
    syncToken: async () => (canAskAuthHost(window.location.href, auth) ? syncToken(auth) : null),
    async tokenLogin(loginToken) {
      const { crossDomainLogin } = (await client()).auth;
      const { user, movedConversations, offersPasskey } = await crossDomainLogin.mutate(
        { token: loginToken },
        sessionCall(),
      );
      if (offersPasskey) passkeyOffer.set(user.id);
      if (movedConversations > 0) onMoved?.(movedConversations);
      return user;
    },
    logout: async () => endLogin(await client()),
    ignoreSession,
    // COOP removes the opener between our hosts; a window that was opened then has no history.
    wasOpened: () => window.opener !== null || window.history.length === 1,
    closeWindow: () => window.close(),
  };
}

/** Ends the login on every host, then the session on this one. */
export async function endLogin({ auth }: TrpcClient): Promise<void> {
  await auth.crossDomainLogout.mutate(undefined, sessionCall());
  await auth.logout.mutate(undefined, sessionCall());
}

/** Requests a login token for this origin from the auth host, with that host's cookies. Null if it refuses. */
async function syncToken(authOrigin: string): Promise<string | null> {
  const answer = await fetch(`${authOrigin}/api/auth/sync-cross-domain?ifNobody=null`, {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(syncTimeoutMs),
  });
  if (!answer.ok) return null;
  const { token } = (await answer.json()) as { token?: string };
  return token ?? null;
}
