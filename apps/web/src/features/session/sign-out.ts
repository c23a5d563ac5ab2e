import { useQueryClient } from '@tanstack/react-query';
import { errorText } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { noteLogout, storeUser } from './stored-user.ts';

/** Signs out on the server, then forgets everything of the person on this page. `then` runs when it is done. */
export function useSignOut(then: () => void) {
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  return trpc.auth.logout.useMutation({
    onSuccess() {
      noteLogout();
      storeUser(null);
      queries.clear();
      utils.auth.user.setData(undefined, null);
      then();
    },
    onError: (error) => toast({ title: 'Sign-out failed', description: errorText(error), variant: 'destructive' }),
  });
}
