import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { sessionTexts } from '../texts.ts';
import { waitingChanges } from './waiting-change.ts';

/**
 * Sends what closed pages of this person could not send, once the server has confirmed who is here (`userId`; null: not yet). Returns
 * how many changes wait on this device.
 */
export function useWaitingChanges(userId: string | null): number {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  const waiting = useSyncExternalStore(waitingChanges.onChange, waitingChanges.get);
  useEffect(() => {
    if (userId === null || waiting.length === 0) return;
    const onRefused = (error: unknown) => tellFailure(sessionTexts.changeRefused, error);
    const onSent = () => void queries.invalidateQueries();
    import('./take-over.ts').then(
      ({ takeOverChanges }) => takeOverChanges(client, userId, { onSent, onRefused }),
      // They wait until the page is opened again.
      () => {},
    );
  }, [userId, waiting, client, queries]);
  return waiting.length;
}
