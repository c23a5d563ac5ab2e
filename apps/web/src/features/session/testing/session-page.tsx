import { StrictMode } from 'react';
import { beforeEach, vi } from 'vitest';
import { ignoreSession } from '../../../api/base/session-fetch.ts';
import { createTrpcClient, type TrpcClient } from '../../../api/client.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { trpc } from '../../../api/trpc.ts';
import { currentToast, dismissToast } from '../../../components/base/toasts/toast.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { testConfig } from '../../../testing/test-config.ts';
import { beginSession } from '../begin-session.ts';
import { useChangesElsewhere } from '../change-user.ts';
import { isSignedIn, sessionCheck, useCurrentUser } from '../current-user.ts';
import { useSignOut } from '../sign-out.ts';
import { type AuthParameters, noAuthParameters } from '../start/auth-parameters.ts';

export const mira = {
  id: 'u1',
  name: 'Mira',
  email: 'mira@example.com',
  accessLevel: 'basic' as const,
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};
export const noted = (secondsAgo = 0) =>
  localStorage.setItem('noek_recent_logout', String(Date.now() - secondsAgo * 1_000));
/** A configuration whose auth host is on the same site as the test page. */
const onOneSite = { ...testConfig, origins: { ...testConfig.origins, auth: 'http://localhost:5001' } };
export const refuse = () => {
  throw new Refusal('UNAUTHORIZED', 401, 'used up');
};

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  ignoreSession(false);
  const shown = currentToast.get();
  if (shown) dismissToast(shown.id);
});

export const left = vi.fn();

function Session() {
  const { user, isPending, expected, unreached } = useCurrentUser();
  const utils = trpc.useUtils();
  const signOut = useSignOut(left);
  useChangesElsewhere(left);
  const write = trpc.auth.memorySettings.useMutation();
  const status = trpc.chat.guestStatus.useQuery(undefined, { enabled: !isPending && !user && !unreached });
  return (
    <>
      <p>{isPending ? `expecting ${expected?.name ?? 'nobody'}` : `here is ${user?.name ?? 'a guest'}`}</p>
      {unreached && <p>{`kept ${unreached.name}, ${unreached.accessLevel}`}</p>}
      <p>{status.data ? 'guest data' : 'no data'}</p>
      <button type="button" onClick={() => signOut.mutate()}>
        Sign out
      </button>
      <button type="button" onClick={() => void utils.chat.allowance.prefetch()}>
        Read
      </button>
      <button type="button" onClick={() => write.mutate({ memoryEnabled: false })}>
        Write
      </button>
    </>
  );
}

/** Starts a page as an entry does. */
export function startPage(parameters: Partial<AuthParameters> = {}) {
  const queries = createQueryClient();
  const client: TrpcClient = createTrpcClient(
    () => sessionCheck(queries, client),
    () => isSignedIn(queries),
  );
  beginSession(queries, client, { ...noAuthParameters, ...parameters }, onOneSite);
  renderPage(
    <StrictMode>
      <Session />
    </StrictMode>,
    {},
    queries,
    client,
  );
}

export const guest = {
  'auth.user': () => null,
  'auth.sync': () => ({ user: null }),
  'chat.guestStatus': () => ({ remainingMessages: 10 }),
};
