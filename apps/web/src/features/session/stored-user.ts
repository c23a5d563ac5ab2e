import type { User } from '@noek/contract/auth';

const userKey = 'noek_user';
const logoutKey = 'noek_recent_logout';
const owedKey = 'noek_owed_sign_out';

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

const listeners = new Set<() => void>();
let parsed: { text: string | null; user: User | null } = { text: null, user: null };

/** Who was signed in here last, for the first paint only: it opens nothing and is dropped when the server says no. */
export function storedUser(): User | null {
  const text = read(userKey);
  if (text !== parsed.text) parsed = { text, user: parse(text) };
  return parsed.user;
}

function parse(text: string | null): User | null {
  try {
    const user = JSON.parse(text ?? 'null') as User | null;
    return typeof user?.id === 'string' && typeof user.name === 'string' && typeof user.email === 'string'
      ? user
      : null;
  } catch {
    return null;
  }
}

export function storeUser(user: User | null) {
  write(userKey, user && JSON.stringify(user));
  for (const listener of listeners) listener();
}

/** Calls back whenever this page stores or forgets somebody. */
export function onStoredUser(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Calls back whenever another tab of this host does so. */
export function onStoredUserElsewhere(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === userKey) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Notes the moment of signing out; signing in on purpose takes the note away. */
export const noteLogout = () => write(logoutKey, String(Date.now()));
export const forgetLogout = () => write(logoutKey, null);

/** Milliseconds since the last signing out on this device; Infinity when there was none, or the clock was set back since. */
function sinceLogout(): number {
  const ago = Date.now() - Number(read(logoutKey) ?? Number.NaN);
  return ago >= 0 ? ago : Number.POSITIVE_INFINITY;
}

/** Notes that somebody signed out here of whom the server has not heard it yet; until it has, their session does not count. */
export function noteOwedSignOut() {
  write(owedKey, String(Date.now()));
  owedByThisPage = read(owedKey) === null;
}
export function forgetOwedSignOut() {
  write(owedKey, null);
  owedByThisPage = false;
}
export const owesSignOut = () => owedByThisPage || read(owedKey) !== null;
/** Where nothing can be stored, this page alone knows of it. */
let owedByThisPage = false;

/** For 10 seconds after signing out no token in an address signs anybody in by itself ([4.18]). */
export const blocksTokenLogin = () => sinceLogout() < 10_000;
/** For 30 seconds after signing out a session that the server still has does not count ([4.30]), nor while it is owed. */
export const ignoresServerSession = () => owesSignOut() || sinceLogout() < 30_000;
