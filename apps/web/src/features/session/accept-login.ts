import { createTrpcClient } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { forgetLogout, storeUser } from './stored-user.ts';

/**
 * Takes a one-time login token out of the address and returns it; null when there is none. The address is clean before
 * anything else loads, so that the token reaches no log, no bookmark and no other request.
 */
export function takeLoginToken(): string | null {
  const url = new URL(window.location.href);
  const token = url.searchParams.get('auth_token');
  const action = url.searchParams.get('auth_action');
  if (token === null && action === null) return null;
  url.searchParams.delete('auth_token');
  url.searchParams.delete('auth_action');
  window.history.replaceState(window.history.state, '', url);
  return action === 'login' && token ? token : null;
}

/** Turns a token that came with the address into a session of this host. When it fails, the visitor stays a guest and is told. */
export async function acceptLogin(token: string): Promise<void> {
  try {
    const { user } = await createTrpcClient().auth.crossDomainLogin.mutate({ token });
    forgetLogout();
    storeUser(user);
  } catch {
    toast({ title: 'Sign-in was not completed', description: 'Please sign in again.', variant: 'destructive' });
  }
}
