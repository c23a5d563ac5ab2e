import type { User } from '@noek/contract/auth';
import { asText, StoredValue } from '../../components/stored-value.ts';

const user = new StoredValue<User | null>('noek_user', {
  parse(text) {
    const read = JSON.parse(text ?? 'null') as User | null;
    return typeof read?.id === 'string' && typeof read.name === 'string' && typeof read.email === 'string'
      ? read
      : null;
  },
  print: (signedIn) => signedIn && JSON.stringify(signedIn),
});
const loggedOutAt = new StoredValue('noek_recent_logout', asText);
const owedSince = new StoredValue('noek_pending_sign_out', asText);

/** Who was signed in here last, for the first paint only: it opens nothing and is dropped when the server says no. */
export const storedUser = user.get;
export const storeUser = user.set;
/** Calls back whenever this page stores or forgets somebody. */
export const onStoredUser = user.onWrite;
/** Calls back whenever another tab of this host does so. */
export const onStoredUserElsewhere = user.onWriteElsewhere;

/** Notes the moment of signing out; signing in on purpose takes the note away. */
export const recordLogout = () => loggedOutAt.set(String(Date.now()));
export const clearRecentLogout = () => loggedOutAt.set(null);

/** Milliseconds since the last signing out on this device; Infinity when there was none, or the clock was set back since. */
function sinceLogout(): number {
  const ago = Date.now() - Number(loggedOutAt.get() ?? Number.NaN);
  return ago >= 0 ? ago : Number.POSITIVE_INFINITY;
}

/** Notes that somebody signed out here of whom the server has not heard it yet; until it has, their session does not count. */
export const recordPendingSignOut = () => owedSince.set(String(Date.now()));
export const clearPendingSignOut = () => owedSince.set(null);
export const isSignOutPending = () => owedSince.get() !== null;

/** For 10 seconds after signing out no token in an address signs anybody in by itself ([4.18]). */
export const blocksTokenLogin = () => sinceLogout() < 10_000;
/** For 30 seconds after signing out a session that the server still has does not count ([4.30]), nor while it is owed. */
export const ignoresServerSession = () => isSignOutPending() || sinceLogout() < 30_000;
