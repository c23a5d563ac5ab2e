import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/base/toast.ts';
import { changeUser } from './change-user.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { endLogin } from './start/start-up-ports.ts';
import { recordLogout, recordPendingSignOut, storeUser } from './start/stored-user.ts';
import { sessionTexts } from './texts.ts';

/**
 * Signs out of every host, then drops everything personal from this page. Without a connection the page does so immediately, and
 * the server is told later. Calls `onDone` afterwards.
 */
export function useSignOut(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      recordLogout();
      const told = await endLogin().then(
        () => true,
        () => false,
      );
      if (!told) recordPendingSignOut();
      storeUser(null);
      await changeUser(queries, null);
      return told;
    },
    onSuccess(told) {
      onDone();
      if (told) return;
      retrySignOut(queries);
      toast(sessionTexts.signedOutOffline);
    },
  });
}
