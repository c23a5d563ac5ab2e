import type { User } from '@noek/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { changeUser } from '../../session/change-user.ts';
import { clearRecentLogout, storeUser } from '../../session/start/stored-user.ts';
import { verifiedEmail } from './verified-email.ts';

/** Returns a function that notes who has signed in, and then leaves the page with `leave`. Throws the errors of `leave`. */
export function useSignedIn(leave: () => Promise<void>): (user: User) => Promise<void> {
  const queries = useQueryClient();
  return async (user) => {
    clearRecentLogout();
    storeUser(user);
    verifiedEmail.set(null);
    await changeUser(queries, user);
    await leave();
  };
}
