import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../api/trpc.ts';
import { codePart } from '../../components/base/code-part.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { accountChanges } from './account-events.ts';
import { type LivePart, liveName, useLiveStream } from './use-live-stream.ts';

const liveCode = codePart(() => Promise.all([import('./share-live.ts'), import('./live-connection.ts')]));

/** Keeps a page beside the chat up to date with the person's account, through the live stream that all their tabs share. */
export function useAccountStream(): void {
  const { user } = useCurrentUser();
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const part = useMemo<LivePart>(() => {
    const { apply, readAgain } = accountChanges(client, queries);
    return {
      async load() {
        const [{ shareLive }, { openLive }] = await liveCode.load();
        return (name, subscribe) =>
          shareLive({
            name,
            open: (handlers) => openLive(subscribe, handlers),
            onEvents: apply,
            onJoined: readAgain,
            onReconnecting() {},
            // Even a refused read makes this page find out who is here.
            onRefused: readAgain,
          });
      },
      onReturn: readAgain,
    };
  }, [client, queries]);
  useLiveStream(user && liveName(user.id), part);
}
