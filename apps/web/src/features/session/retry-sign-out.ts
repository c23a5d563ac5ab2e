import type { QueryClient } from '@tanstack/react-query';
import { ignoreSession } from '../../api/session-fetch.ts';
import { completeSignOut } from './start-up.ts';
import { endLogin } from './start-up-ports.ts';
import { isSignOutPending } from './stored-user.ts';

/** So often a server that could not be reached is told again, in milliseconds. */
const tryAgainAfterMs = 15_000;

/**
 * Somebody signed out, and the server could not be told: until it can, this page asks it as if nobody had a session here.
 * Then the login ends, and what was read meanwhile is read anew.
 */
export function retrySignOut(queries: QueryClient): void {
  ignoreSession();
  const tell = async () => {
    // Another tab may have been faster.
    if (isSignOutPending()) await completeSignOut({ ignoreSession, logout: endLogin });
    else ignoreSession(false);
    clearInterval(timer);
    window.removeEventListener('online', tryNow);
    await queries.invalidateQueries();
  };
  const tryNow = () => void tell().catch(() => {});
  const timer = setInterval(tryNow, tryAgainAfterMs);
  window.addEventListener('online', tryNow);
}
