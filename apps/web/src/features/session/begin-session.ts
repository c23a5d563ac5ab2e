import type { PublicConfig } from '@noek/contract/config';
import type { QueryClient } from '@tanstack/react-query';
import { currentUserKey } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import type { AuthParameters } from './auth-parameters.ts';
import { retrySignOut } from './retry-sign-out.ts';
import { confirmUser, handleAuthParameters } from './start-up.ts';
import { startUpPorts } from './start-up-ports.ts';
import { isSignOutPending } from './stored-user.ts';

/**
 * Finds out who is here, before any screen asks: what the address asked for, then the server's session, then the login of
 * the auth host. The answer is the current-user query, and nothing else is read before it is there. Call it once a page.
 */
export function beginSession(queries: QueryClient, parameters: AuthParameters, config: PublicConfig): void {
  const ports = startUpPorts(config, parameters.token, sayMoved);
  if (isSignOutPending()) retrySignOut(queries);
  const handled = handleAuthParameters(parameters, ports);
  void queries.prefetchQuery({
    queryKey: currentUserKey,
    // Asked again after a lost connection; the arrival is not repeated.
    async queryFn() {
      const { user, failed } = await handled;
      if (user !== undefined) return user;
      const confirmed = await confirmUser(ports);
      if (failed && !confirmed)
        toast({ title: 'Sign-in was not completed', description: 'Please sign in again.', variant: 'destructive' });
      return confirmed;
    },
  });
}

function sayMoved(conversations: number) {
  toast({
    title: 'Your chats came along',
    description:
      conversations === 1
        ? 'The chat you had as a guest is in your account now.'
        : `The ${conversations} chats you had as a guest are in your account now.`,
  });
}
