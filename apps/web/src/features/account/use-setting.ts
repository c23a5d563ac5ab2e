import type { User } from '@noek/contract/auth/schemas';
import type { PersonSwitch } from '@noek/contract/auth/switches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Failed } from '../../api/failed.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { type Toast, toast } from '../../components/base/toasts/toast.ts';

type Words = Omit<Toast, 'id'>;

/**
 * One of the user's switches. It shows a change before the server has saved it, and what was saved before if that fails. Changes are
 * saved one after another, so that the last one counts.
 */
export function useSetting(options: {
  name: PersonSwitch;
  user: User;
  save: (on: boolean) => Promise<User>;
  saved: (on: boolean) => Words;
  failed: Failed;
}) {
  const { name, user } = options;
  const queries = useQueryClient();
  const change = useMutation({
    scope: { id: name },
    mutationFn: options.save,
    onSuccess(after, on) {
      queries.setQueryData(currentUserKey, after);
      toast(options.saved(on));
    },
    meta: { failed: options.failed },
  });
  return { on: change.isPending ? change.variables : user[name], set: change.mutate };
}
