import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';

/** The prompts of the signed-in person and those for everybody, read again whenever they are shown. */
export function usePrompts() {
  const { user, unreached } = useCurrentUser();
  return trpc.prompts.list.useQuery(undefined, {
    // Enabled without a connection, too, so that it fails with a message.
    enabled: (user ?? unreached) !== null,
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
