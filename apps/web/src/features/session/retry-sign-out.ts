import type { QueryClient } from '@tanstack/react-query';
import { ignoreSession } from '../../api/base/session-fetch.ts';
import type { TrpcClient } from '../../api/client.ts';
import { completeSignOut } from './start/start-up.ts';
import { endLogin } from './start/start-up-ports.ts';
import { isSignOutPending } from './start/stored-user.ts';

/** The interval between attempts, in milliseconds. */
const retryAfterMs = 15_000;

/**
 * Completes a sign-out that could not reach the server: tries again every 15 seconds and when the connection returns. Until then
 * this page ignores the session; afterwards everything is read again.
 */
export function retrySignOut(queries: QueryClient, client: TrpcClient): void {
  ignoreSession();
  const attempt = async () => {
    // Another tab may have completed it.
    if (isSignOutPending()) await completeSignOut({ ignoreSession, logout: () => endLogin(client) });
    else ignoreSession(false);
    clearInterval(timer);
    window.removeEventListener('online', tryNow);
    await queries.invalidateQueries();
  };
  const tryNow = () => void attempt().catch(() => {});
  const timer = setInterval(tryNow, retryAfterMs);
  window.addEventListener('online', tryNow);
}
