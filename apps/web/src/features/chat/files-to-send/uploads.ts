import type { User } from '@noek/contract/auth/schemas';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { DraftUploads } from './draft-uploads.ts';
import { UploadQueue } from './upload-queue.ts';

/** The uploads of a page, and those of them that go to drafts. */
export type Uploads = { queue: UploadQueue; toDrafts: DraftUploads };

/** They outlive the screen of the chat: an upload continues while the person looks at their account. */
const ofPage = new WeakMap<QueryClient, Uploads>();

export function useUploads(): Uploads {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  return uploadsOf(queries, client);
}

function uploadsOf(queries: QueryClient, client: TrpcClient): Uploads {
  const known = ofPage.get(queries);
  if (known) return known;
  const queue = new UploadQueue();
  const uploads = { queue, toDrafts: new DraftUploads(queue, client) };
  ofPage.set(queries, uploads);
  const userKey = hashKey(currentUserKey);
  // Also on the pages that show no chat, so that nothing of this person is added to what the next one writes.
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== userKey || query.state.data === undefined) return;
    queue.setOwner((query.state.data as User | null)?.id ?? null);
  });
  return uploads;
}
