import type { User } from '@noek/contract/auth/schemas';
import type { AuthParameters } from './auth-parameters.ts';
import {
  blocksTokenLogin,
  clearPendingSignOut,
  clearRecentLogout,
  ignoresServerSession,
  isSignOutPending,
  recordLogout,
  storeUser,
} from './stored-user.ts';

/** The server and the window, as the start of a page uses them. */
export type StartUpPorts = {
  /** The user of this host's session; null if there is none. */
  currentUser(): Promise<User | null>;
  /** Whether this page belongs to the auth host. */
  isAuthHost: boolean;
  /** A login token for this host from the auth host; null if no person is signed in there or it cannot be called from here. */
  syncToken(): Promise<string | null>;
  /** Exchanges a login token for a session on this host. A token works once. */
  tokenLogin(token: string): Promise<User>;
  /** Ends the login on every host. */
  logout(): Promise<void>;
  /** Makes further calls ignore the session; `false` ends that. */
  ignoreSession(ignore?: boolean): void;
  /** Whether another page opened this window. */
  wasOpened(): boolean;
  closeWindow(): void;
};

/** The user (null: a guest; undefined: the server must be asked). `failed`: a token was refused. */
export type SignInResult = { user: User | null | undefined; failed: boolean };

/** Handles the parameters of the address. Call it once per page: a token works once, and using it again ends the session. */
export async function handleAuthParameters(
  { token, action, sync }: AuthParameters,
  ports: StartUpPorts,
): Promise<SignInResult> {
  // This comes before the token: a token of the login that is being ended must not sign its user in again.
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
    // Few addresses have such a token.
    const made = await import('./client-token.ts').catch(() => null);
    const user = made?.clientTokenUser(token);
    if (user) storeUser(user);
    return { user: undefined, failed: true };
  }
}

/**
 * The current user: from the server's session, otherwise from the auth host's login, otherwise null. Both are ignored shortly
 * after a sign-out. Throws if the server does not answer.
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

/** Ends the login of a user who signed out while the server could not be reached. Throws if it still cannot be reached. */
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
