import { useMutation, useQueryClient } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { changeUser } from './change-user.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { endLogin } from './start/start-up-ports.ts';
import { recordLogout, recordPendingSignOut, storeUser } from './start/stored-user.ts';
import { sessionTexts } from './texts.ts';

/**
 * Signs out of every host, then drops everything personal from this page. Without a connection the page does so immediately, and
 * the server gets it later. Calls `onDone` afterwards.
 */
export function useSignOut(onDone: () => void) {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  return useMutation({
    async mutationFn() {
      recordLogout();
      const told = await endLogin(client).then(
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
      retrySignOut(queries, client);
      toast(sessionTexts.signedOutOffline);
    },
  });
}
