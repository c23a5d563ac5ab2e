import { trpc } from '../../../api/trpc.ts';

/** Returns a function that reads again how the person signs in, and what happened to the account. */
export function useRefreshSecurity(): () => Promise<unknown> {
  const { auth } = trpc.useUtils();
  return () =>
    Promise.all([auth.signInMethods.invalidate(), auth.passkeys.invalidate(), auth.securityEvents.invalidate()]);
}
