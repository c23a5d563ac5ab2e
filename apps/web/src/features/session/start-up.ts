import type { User } from '@noek/contract/auth';
import type { AuthParameters } from './auth-parameters.ts';
import { clientTokenUser } from './client-token.ts';
import {
  blocksTokenLogin,
  clearPendingSignOut,
  clearRecentLogout,
  ignoresServerSession,
  isSignOutPending,
  recordLogout,
  storeUser,
} from './stored-user.ts';

/** What the start of a page needs of the server and of its window. */
export type StartUpPorts = {
  /** Who has a session on this host, as the server says. */
  currentUser(): Promise<User | null>;
  /** Does this page belong to the auth host itself? */
  isAuthHost: boolean;
  /** A login token for this host from the auth host; null when nobody is signed in there, or it cannot be asked from here. */
  syncToken(): Promise<string | null>;
  /** Trades a login token for a session on this host; good for one call. */
  tokenLogin(token: string): Promise<User>;
  /** Ends the login on every host. */
  logout(): Promise<void>;
  /** From now on the server is asked as if nobody had a session here; with false no longer. */
  ignoreSession(ignore?: boolean): void;
  /** Was this window opened by another page? */
  wasOpened(): boolean;
  closeWindow(): void;
};

/** Who is here (null for nobody) or undefined when the server has to be asked; `failed`: a token signed nobody in. */
export type SignInResult = { user: User | null | undefined; failed: boolean };

/** Does what the address asked for. Call it once a page: a token is good for one use, and a second one ends the session. */
export async function handleAuthParameters(
  { token, action, sync }: AuthParameters,
  ports: StartUpPorts,
): Promise<SignInResult> {
  // Before any token: one of the login that is owed an end must not bring its person back.
  if (isSignOutPending()) await completeSignOut(ports).catch(() => {});
  if (action === 'logout') {
    storeUser(null);
    recordLogout();
    await ports.logout().catch(() => ports.ignoreSession());
    if (sync) setTimeout(() => ports.closeWindow(), 1_000);
    return { user: null, failed: false };
  }
  if (action === 'login_required') {
    storeUser(null);
    return { user: ports.isAuthHost ? null : undefined, failed: false };
  }
  if (token === null || (action === null && blocksTokenLogin())) return { user: undefined, failed: false };
  if (action === 'login') clearRecentLogout();
  try {
    const user = await ports.tokenLogin(token);
    signedIn(user);
    if (sync && ports.wasOpened()) ports.closeWindow();
    return { user, failed: false };
  } catch {
    const user = clientTokenUser(token);
    if (user) storeUser(user);
    return { user: undefined, failed: true };
  }
}

/**
 * Who is here: the person whose session the server confirms, else whoever the auth host knows, else nobody. Soon after
 * signing out neither counts. Throws when the server did not answer.
 */
export async function confirmUser(ports: StartUpPorts): Promise<User | null> {
  if (isSignOutPending()) await completeSignOut(ports);
  const user = await ports.currentUser();
  if (ignoresServerSession()) {
    if (user) ports.ignoreSession();
    return null;
  }
  return user ?? (await syncedUser(ports));
}

/** Ends the login of somebody who signed out while the server could not be reached. Throws while it still cannot. */
export async function completeSignOut({ ignoreSession, logout }: Pick<StartUpPorts, 'ignoreSession' | 'logout'>) {
  ignoreSession();
  await logout();
  clearPendingSignOut();
  ignoreSession(false);
}

async function syncedUser({ syncToken, tokenLogin }: StartUpPorts): Promise<User | null> {
  try {
    const token = await syncToken();
    if (!token) return null;
    const user = await tokenLogin(token);
    signedIn(user);
    return user;
  } catch {
    return null;
  }
}

function signedIn(user: User) {
  clearRecentLogout();
  clearPendingSignOut();
  storeUser(user);
}
