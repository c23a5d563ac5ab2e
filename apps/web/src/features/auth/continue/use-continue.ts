import { useCallback } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { continueUrl } from './continue-url.ts';

/**
 * Returns a function that leaves the auth host for `returnTo` or the chat, with a login token. The sign-in page is replaced in
 * the history.
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
