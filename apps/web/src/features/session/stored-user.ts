import type { User } from '@noek/contract/auth';

const userKey = 'noek_user';
const logoutKey = 'noek_recent_logout';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is switched off or full; the server knows who is signed in.
  }
}

/** Who was signed in here last, for the first paint only: it opens nothing and is dropped when the server says no. */
export function storedUser(): User | null {
  try {
    const user = JSON.parse(read(userKey) ?? 'null') as User | null;
    return typeof user?.id === 'string' && typeof user.name === 'string' && typeof user.email === 'string'
      ? user
      : null;
  } catch {
    return null;
  }
}

export const storeUser = (user: User | null) => write(userKey, user && JSON.stringify(user));

/** Notes the moment of signing out; signing in on purpose takes the note away. */
export const noteLogout = () => write(logoutKey, String(Date.now()));
export const forgetLogout = () => write(logoutKey, null);

/** Milliseconds since the last signing out on this device; Infinity when there was none. */
export function sinceLogout(): number {
  const at = Number(read(logoutKey));
  return at > 0 ? Date.now() - at : Number.POSITIVE_INFINITY;
}
