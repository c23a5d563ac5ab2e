import type { Document } from '@noek/contract/documents/schemas';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { copyLater } from '../../../../components/copy-later.ts';
import { openDialog } from '../../open/open-dialog.ts';
import { sharedDocumentTexts as texts } from './texts.ts';

/**
 * Shares a document as it is now, and copies the link. A toast confirms it, and shows the link if it could not be copied. After the document was
 * shared, `onCopied` or `onNotCopied` is called.
 */
export function useCreateDocumentLink(
  document: Pick<Document, 'id' | 'title'>,
  { onCopied, onNotCopied }: { onCopied: () => void; onNotCopied: () => void },
) {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const create = (expiresAt: string | null) => {
    setBusy(true);
    const sharing = utils.client.documents.share.mutate({ documentId: document.id, expiresAt });
    // Before the answer: some browsers allow copying only during the click.
    const copying = copyLater(sharing.then(({ url }) => url));
    sharing.then(
      async ({ url }) => {
        const [isCopied] = await Promise.all([copying, utils.documents.link.invalidate({ documentId: document.id })]);
        if (isCopied) {
          onCopied();
          toast({
            title: texts.copied,
            description: texts.copiedHint,
            note: texts.whoCanRead,
            action: { label: texts.manage, run: () => openDialog({ kind: 'share-document', document }) },
          });
        } else {
          onNotCopied();
          toast({ title: texts.plainLink, description: url, note: texts.whoCanRead });
        }
      },
      (error: unknown) => {
        setBusy(false);
        tellFailure(texts.failed, error);
      },
    );
  };
  return { busy, create };
}

export type ManagedDocumentLink = {
  busy: boolean;
  /** What the last change did, or why it failed; empty before the first change. */
  done: string;
  problem: string;
  /** Shares the newest version, or changes only the expiry. */
  share: (change: { expiresAt?: string | null; refresh?: boolean }) => void;
  end: () => void;
};

/** Changes the link of one document. */
export function useManageDocumentLink(documentId: string): ManagedDocumentLink {
  const utils = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState('');
  const [problem, setProblem] = useState('');
  const run = (work: () => Promise<string>) => {
    setBusy(true);
    setDone('');
    setProblem('');
    work()
      // The dialog shows the link as it is by then.
      .finally(() => utils.documents.link.invalidate({ documentId }))
      .then(setDone, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setBusy(false));
  };
  return {
    busy,
    done,
    problem,
    share: (change) =>
      run(async () => {
        await utils.client.documents.share.mutate({ documentId, ...change });
        return change.refresh === false ? texts.link.saved : texts.link.updated;
      }),
    end: () => run(async () => (await utils.client.documents.unshare.mutate({ documentId })).message),
  };
}
