import type { User } from '@noek/contract/auth/schemas';
import { hashKey, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { DraftUploads } from './draft-uploads.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { FileRefusal } from './upload-file.ts';
import { UploadQueue } from './upload-queue.ts';

/** The uploads of a page, and those of them that go to drafts. `identify` makes sure that a file will belong to who is here. */
type Uploads = { queue: UploadQueue; toDrafts: DraftUploads; identify: () => Promise<unknown> };

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
  const identify = identification(queue, queries, client);
  const uploads = { queue, identify, toDrafts: new DraftUploads(queue, { client, identify }) };
  ofPage.set(queries, uploads);
  const userKey = hashKey(currentUserKey);
  // Also on the pages that show no chat, so that nothing of this person is added to what the next one writes.
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash !== userKey || query.state.data === undefined) return;
    queue.setOwner((query.state.data as User | null)?.id ?? null);
  });
  return uploads;
}

/**
 * Without it, the server would make a guest of everyone whom it does not know: each upload of a guest could be another guest's, and a file
 * of a person whose session has ended a guest's. Uploads that begin together share the question. Rejects with a `FileRefusal` if the
 * session has ended; the page then knows it, too.
 */
function identification(queue: UploadQueue, queries: QueryClient, client: TrpcClient): () => Promise<unknown> {
  const { user } = createTRPCQueryUtils({ client, queryClient: queries }).auth;
  const ask = async () => {
    const ownerId = queue.ownerId();
    if (ownerId === null) return client.chat.guestStatus.query();
    const known = await user.fetch(undefined, { staleTime: 0 });
    if (known?.id !== ownerId) throw new FileRefusal(texts.signedOut, 401);
  };
  let asked: Promise<unknown> | null = null;
  return () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };
}
