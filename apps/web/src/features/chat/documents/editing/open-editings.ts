import type { QueryClient } from '@tanstack/react-query';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { TrpcClient } from '../../../../api/client.ts';
import { onDraftsForgotten } from '../../drafts/forget-document-drafts.ts';
import { newClientMessageId } from '../../outbox/client-message-id.ts';
import { DocumentEditing } from './document-editing.ts';
import { claimDraft, keepDraft, keepDraftNow, keptDrafts, noteWaiting, removeDraft } from './kept-drafts.ts';

/** What this page edits, by document. It outlives the panel while something is typed, is being sent, or waits. */
const editings = new Map<string, DocumentEditing>();

onDraftsForgotten.add(() => {
  for (const editing of editings.values()) editing.close();
  editings.clear();
});

const flushAll = () => {
  for (const editing of editings.values()) void editing.flush(true);
};
const retryAll = () => {
  for (const editing of editings.values()) editing.retry();
};
window.addEventListener('pagehide', flushAll);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') flushAll();
  else retryAll();
});
window.addEventListener('online', retryAll);

/** The text of a document on this page. */
export function editingOf(documentId: string, client: TrpcClient, queries: QueryClient): DocumentEditing {
  const known = editings.get(documentId);
  if (known) return known;
  const utils = createTRPCQueryUtils({ client, queryClient: queries });
  const editing = new DocumentEditing(documentId, {
    read: (id) => client.documents.document.query({ documentId: id }),
    update: (input) => client.documents.update.mutate(input),
    onSaved({ id, ...document }) {
      utils.documents.document.setData({ documentId: id }, (before) =>
        before && before.version > document.version ? before : { id, ...document },
      );
      void utils.documents.versions.invalidate({ documentId: id });
      void utils.documents.list.invalidate();
    },
    drafts: {
      all: keptDrafts,
      keep: keepDraft,
      keepNow: keepDraftNow,
      remove: removeDraft,
      claim: claimDraft,
      newId: newClientMessageId,
    },
  });
  editings.set(documentId, editing);
  return editing;
}

/** The panel shows another document. */
export function leaveEditing(documentId: string): void {
  const editing = editings.get(documentId);
  if (!editing) return;
  void editing.flush();
  if (editing.isBusy) return;
  editings.delete(documentId);
  editing.close();
}

/** Sends what was saved on this device while there was no connection, on this page or an earlier one. */
export async function sendWaitingDrafts(client: TrpcClient, queries: QueryClient): Promise<void> {
  const waiting = (await keptDrafts()).filter((draft) => draft.waiting !== null);
  if (waiting.length === 0) noteWaiting(false);
  for (const { document } of waiting) {
    const editing = editingOf(document.id, client, queries);
    await editing.restore();
    editing.retry();
  }
}
