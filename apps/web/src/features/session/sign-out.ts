import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/toast.ts';
import { changeUser } from './change-user.ts';
import { paySignOutLater } from './owed-sign-out.ts';
import { endLogin } from './start-up-ports.ts';
import { noteLogout, noteOwedSignOut, storeUser } from './stored-user.ts';

/**
 * Signs out of every host, then forgets everything of the person on this page. Without a connection that is done here at
 * once, and the server is told as soon as it can be. `then` runs when it is done.
 */
export function useSignOut(then: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      noteLogout();
      const told = await endLogin().then(
        () => true,
        () => false,
      );
      if (!told) noteOwedSignOut();
      storeUser(null);
      await changeUser(queries, null);
      return told;
    },
    onSuccess(told) {
      then();
      if (told) return;
      paySignOutLater(queries);
      toast({
        title: 'You are signed out here',
        description: 'Noek cannot be reached just now. As soon as it can be, your login ends there, too.',
      });
    },
  });
}
