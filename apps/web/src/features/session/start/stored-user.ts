import type { User } from '@noek/contract/auth/schemas';
import { asText, StoredValue } from '../../../components/base/stored-value/stored-value.ts';

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
const pendingSince = new StoredValue('noek_pending_sign_out', asText);

/** The last signed-in user, for the first paint only. It grants nothing and is removed when the server refuses it. */
export const storedUser = user.get;
export const storeUser = user.set;
/** Calls back when this page stores or removes a user. */
export const onStoredUser = user.onWrite;
/** Calls back when another tab of this host does so. */
export const onStoredUserElsewhere = user.onWriteElsewhere;

/** Records the time of a sign-out. A deliberate sign-in clears it. */
export const recordLogout = () => loggedOutAt.set(String(Date.now()));
export const clearRecentLogout = () => loggedOutAt.set(null);

/** Whether the last person signed out here, with no sign-in since. */
export const hasSignedOut = () => loggedOutAt.get() !== null;

/** Milliseconds since the last sign-out on this device; Infinity if there was none, or if the clock has been set back since. */
function sinceLogout(): number {
  const ago = Date.now() - Number(loggedOutAt.get() ?? Number.NaN);
  return ago >= 0 ? ago : Number.POSITIVE_INFINITY;
}

/** Records a sign-out that the server has not received yet. Until it has, the session is ignored. */
export const recordPendingSignOut = () => pendingSince.set(String(Date.now()));
export const clearPendingSignOut = () => pendingSince.set(null);
export const isSignOutPending = () => pendingSince.get() !== null;

/** Whether a token in an address is ignored: for 10 seconds after a sign-out. */
export const blocksTokenLogin = () => sinceLogout() < 10_000;
/** Whether the server's session is ignored: for 30 seconds after a sign-out, and while a sign-out is pending. */
export const ignoresServerSession = () => isSignOutPending() || sinceLogout() < 30_000;
