import type { User } from '@noek/contract/auth';
import { useCallback, useRef, useState } from 'react';
import { refusalOf } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { type Kept, type SendRefusal, sendRefusal } from './send-refusal.ts';
import type { ChatCache } from './use-chat-cache.ts';

/** So long a server that did not answer a send has to show that it is there. */
const probeTimeoutMs = 5_000;

/** What a send that failed is about, and what is said of it. */
export function useSendFailures(options: {
  /** Asks the server who is here. */
  whoIsHere: () => Promise<User | null>;
  cache: ChatCache;
  onGuestLimit: () => void;
}) {
  const { client } = trpc.useUtils();
  const [refusal, setRefusal] = useState<SendRefusal | null>(null);
  const latest = useRef(options);
  latest.current = options;

  /** Says why; opens the dialog of the guests' limit. */
  const refuse = useCallback(
    (error: unknown, user: User | null, conversationId: number | null, how: { expired: boolean; kept: Kept }) => {
      const { onGuestLimit, cache } = latest.current;
      const reason = sendRefusal(error, how);
      setRefusal({ ...reason, conversationId });
      if (reason.kind !== 'limit') return;
      cache.refreshAllowance();
      if (!user) onGuestLimit();
    },
    [],
  );

  /** Is the server out of reach, and not only this one call of it? */
  const isUnreachable = useCallback(
    async (error: unknown): Promise<boolean> => {
      if (refusalOf(error)) return false;
      if (!navigator.onLine) return true;
      return client.auth.user.query(undefined, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
        () => false,
        (failure: unknown) => refusalOf(failure) === null,
      );
    },
    [client],
  );

  /** Has the session of whoever sent it ended? */
  const hasExpired = useCallback(async (error: unknown, user: User | null): Promise<boolean> => {
    const status = refusalOf(error)?.httpStatus;
    return user !== null && (status === 401 || status === 404) && (await latest.current.whoIsHere()) === null;
  }, []);

  return { refusal, refuse, dismissRefusal: useCallback(() => setRefusal(null), []), isUnreachable, hasExpired };
}

/** Notes a failure for whoever looks into the browser's console: what failed, and the status of the answer. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}: ${refusalOf(error)?.httpStatus ?? 'no answer'}`);
}
