import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { withoutShare, withShare } from '../cache/shared-conversation.ts';
import { useSession } from '../session/session.ts';
import { sharingTexts } from './texts.ts';

/** What readers get beside the messages. */
type Including = { includeFiles?: boolean; includeDocuments?: boolean };

export type ManagedLink = {
  busy: boolean;
  /** What will be included, while that is being changed. */
  including: Including;
  /** What the last change did, or why it failed; empty before the first change. */
  done: string;
  problem: string;
  /** Shares the conversation as it is now, or changes only the expiry or whether files are included. */
  share: (change: Including & { expiresAt?: string | null; refresh?: boolean }) => void;
  end: () => void;
};

/** Changes the link of one conversation. Every list and page of this tab shows a change immediately. */
export function useManageLink(conversationId: number): ManagedLink {
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const [busy, setBusy] = useState(false);
  const [including, setIncluding] = useState<Including>({});
  const [done, setDone] = useState('');
  const [problem, setProblem] = useState('');

  const run = (work: () => Promise<string>) => {
    setBusy(true);
    setDone('');
    setProblem('');
    work()
      .then(setDone, (error: unknown) => {
        setProblem(errorText(error));
        void utils.chat.conversation.invalidate({ conversationId });
      })
      .finally(() => {
        setBusy(false);
        setIncluding({});
      });
  };
  const known = () => utils.chat.conversation.getData({ conversationId });

  return {
    busy,
    including,
    done,
    problem,
    share(change) {
      const { includeFiles, includeDocuments } = change;
      const conversation = known();
      const hadFiles = Boolean(conversation?.shareIncludesFiles);
      const hadDocuments = Boolean(conversation?.shareIncludesDocuments);
      setIncluding({
        ...(includeFiles !== undefined && { includeFiles }),
        ...(includeDocuments !== undefined && { includeDocuments }),
      });
      run(async () => {
        // What is not being changed stays as it is.
        const kept = change.refresh !== false && {
          ...(hadFiles && { includeFiles: true }),
          ...(hadDocuments && { includeDocuments: true }),
        };
        const share = await utils.client.chat.share.mutate({ conversationId, ...kept, ...change });
        const shared = known();
        if (shared) cache.putConversation(withShare(shared, share));
        if (includeFiles !== undefined) return includeFiles ? sharingTexts.files.included : sharingTexts.files.leftOut;
        if (includeDocuments !== undefined)
          return includeDocuments ? sharingTexts.documents.included : sharingTexts.documents.leftOut;
        return change.refresh === false ? sharingTexts.link.saved : sharingTexts.link.updated;
      });
    },
    end: () =>
      run(async () => {
        await utils.client.chat.unshare.mutate({ conversationId });
        const conversation = known();
        if (conversation) cache.putConversation(withoutShare(conversation));
        return sharingTexts.link.ended;
      }),
  };
}
