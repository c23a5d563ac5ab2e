import type { TrpcClient } from '../../../api/client.ts';
import { pageId, sendWhenConnected } from './send-change.ts';
import { lockOf, removeWaiting, waitingChanges } from './waiting-change.ts';

/** The pages whose changes this page sends as soon as they are closed. */
const followed = new Set<string>();

/**
 * Sends the changes that waited on pages which are closed by now, or will be. Changes of another person are dropped. `onRefused` is
 * called for each that the server refuses, and `onSent` when all of a closed page have been sent.
 */
export function takeOverChanges(
  client: TrpcClient,
  ownerId: string,
  { onSent, onRefused }: { onSent: () => void; onRefused: (error: unknown) => void },
): void {
  removeWaiting((change) => change.ownerId !== ownerId);
  const pages = new Set(waitingChanges.get().map((change) => change.pageId));
  for (const page of pages) {
    if (page === pageId || followed.has(page)) continue;
    followed.add(page);
    const send = async () => {
      const left = waitingChanges.get().filter((one) => one.pageId === page && one.ownerId === ownerId);
      for (const change of left) await sendWhenConnected(client, change).catch(onRefused);
      followed.delete(page);
      if (left.length > 0) onSent();
    };
    void (navigator.locks ? navigator.locks.request(lockOf(page), send) : send());
  }
}
