import { useCallback } from 'react';
import { usePublicConfig } from '../../api/public-config.ts';
import { trpc } from '../../api/trpc.ts';
import { continueUrl } from './continue-url.ts';

/**
 * Leaves the auth host for `returnTo` or the chat, carrying the login; the sign-in page does not stay in the history.
 * Throws the server's refusals.
 */
export function useContinue(returnTo: string | null): () => Promise<void> {
  const { origins } = usePublicConfig();
  const { client } = trpc.useUtils();
  return useCallback(async () => {
    const next = await continueUrl(
      returnTo,
      origins.chat,
      async (to) => (await client.auth.generateCrossDomainToken.mutate({ returnTo: to })).token,
    );
    window.location.replace(next);
  }, [returnTo, origins.chat, client]);
}
