import type { LiveEvent } from '@noek/contract/chat/stream';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { TrpcClient } from '../../../api/client.ts';

/** How this page follows changes of documents, such as a version that is saved in another tab or by an answer. */
export type DocumentChanges = {
  apply: (events: readonly LiveEvent[]) => void;
  /** Events may have been missed. */
  readAgain: () => void;
};

/** Only what is on screen is read now. */
export function documentChanges(client: TrpcClient, queries: QueryClient): DocumentChanges {
  const { documents } = createTRPCQueryUtils({ client, queryClient: queries });
  const readAgain = () => void documents.invalidate();
  return {
    apply(events) {
      for (const event of events)
        if (event.type === 'hello') readAgain();
        else if (event.type === 'document') {
          const { id: documentId, version } = event.document;
          const known = documents.document.getData({ documentId });
          // This page has made the version itself.
          if (known?.version !== version) void documents.document.invalidate({ documentId });
          else documents.document.setData({ documentId }, (before) => before && { ...before, ...event.document });
          void documents.versions.invalidate({ documentId });
          void documents.list.invalidate();
        } else if (event.type === 'document-gone') {
          const { documentId, conversationId } = event;
          void documents.document.invalidate({ documentId });
          documents.list.setData({ conversationId }, (list) => list?.filter(({ id }) => id !== documentId));
        }
    },
    readAgain,
  };
}
