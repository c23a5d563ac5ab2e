import type { PublicConfig } from '@noek/contract/config/schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { TrpcClient } from '../../api/client.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { toast } from '../../components/base/toasts/toast.ts';
import { retrySignOut } from './retry-sign-out.ts';
import type { AuthParameters } from './start/auth-parameters.ts';
import { confirmUser, handleAuthParameters } from './start/start-up.ts';
import { startUpPorts } from './start/start-up-ports.ts';
import { isSignOutPending } from './start/stored-user.ts';
import { sessionTexts } from './texts.ts';

/**
 * Determines the current user before any screen renders: from the address, then from the server's session, then from the login
 * of the auth host. The result is the current-user query; no other read starts before it. Call it once per page.
 */
export function beginSession(
  queries: QueryClient,
  client: TrpcClient,
  parameters: AuthParameters,
  config: PublicConfig,
): void {
  const ports = startUpPorts(config, parameters.token, () => client, announceMovedChats);
  if (isSignOutPending()) retrySignOut(queries, client);
  const handled = handleAuthParameters(parameters, ports);
  void queries.prefetchQuery({
    queryKey: currentUserKey,
    // Retried after a connection failure; the parameters are handled only once.
    async queryFn() {
      const { user, failed } = await handled;
      if (user !== undefined) return user;
      const confirmed = await confirmUser(ports);
      if (failed && !confirmed) toast({ ...sessionTexts.signInIncomplete, variant: 'destructive' });
      return confirmed;
    },
  });
}

function announceMovedChats(conversations: number) {
  const { title, description } = sessionTexts.chatsMoved;
  toast({ title, description: description(conversations) });
}
