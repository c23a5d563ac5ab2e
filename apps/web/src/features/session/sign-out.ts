import { hashKey, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { errorText } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { noteLogout, storeUser } from './stored-user.ts';

/** Signs out on the server, then forgets everything of the person on this page. `then` runs when it is done. */
export function useSignOut(then: () => void) {
  const queries = useQueryClient();
  const utils = trpc.useUtils();
  return trpc.auth.logout.useMutation({
    async onSuccess() {
      noteLogout();
      storeUser(null);
      await queries.cancelQueries();
      utils.auth.user.setData(undefined, null);
      const kept = hashKey(getQueryKey(trpc.auth.user, undefined, 'query'));
      queries.removeQueries({ predicate: (query) => query.queryHash !== kept });
      then();
    },
    onError: (error) => toast({ title: 'Sign-out failed', description: errorText(error), variant: 'destructive' }),
  });
}
