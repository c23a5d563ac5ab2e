import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { changeUser } from './change-user.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { endLogin } from './start-up-ports.ts';
import { recordLogout, recordPendingSignOut, storeUser } from './stored-user.ts';

/**
 * Signs out of every host, then forgets everything of the person on this page. Without a connection that is done here at
 * once, and the server is told as soon as it can be. `then` runs when it is done.
 */
export function useSignOut(then: () => void) {
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
      then();
      if (told) return;
      retrySignOut(queries);
      toast({
        title: 'You are signed out here',
        description: 'Noek cannot be reached just now. As soon as it can be, your login ends there, too.',
      });
    },
  });
}
