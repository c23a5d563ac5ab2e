import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../api/error-text.ts';
import { toast } from '../../components/toast.ts';
import { changeUser } from './change-user.ts';
import { endLogin } from './start-up-ports.ts';
import { forgetLogout, noteLogout, storeUser } from './stored-user.ts';

/** Signs out of every host, then forgets everything of the person on this page. `then` runs when it is done. */
export function useSignOut(then: () => void) {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn() {
      noteLogout();
      await endLogin();
    },
    async onSuccess() {
      storeUser(null);
      await changeUser(queries, null);
      then();
    },
    onError(error) {
      forgetLogout();
      toast({ title: 'Sign-out failed', description: errorText(error), variant: 'destructive' });
    },
  });
}
