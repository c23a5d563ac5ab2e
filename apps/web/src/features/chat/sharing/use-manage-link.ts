import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { withoutShare, withShare } from '../cache/shared-conversation.ts';
import { useSession } from '../session/session.ts';
import { sharingTexts } from './texts.ts';

export type ManagedLink = {
  busy: boolean;
  /** Whether files will be included, while that is being changed; otherwise null. */
  includingFiles: boolean | null;
  /** What the last change did, or why it failed; empty before the first change. */
  done: string;
  problem: string;
  /** Shares the conversation as it is now, or changes only the expiry or whether files are included. */
  share: (change: { expiresAt?: string | null; refresh?: boolean; includeFiles?: boolean }) => void;
  end: () => void;
};

/** Changes the link of one conversation. Every list and page of this tab shows a change immediately. */
export function useManageLink(conversationId: number): ManagedLink {
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const [busy, setBusy] = useState(false);
  const [includingFiles, setIncludingFiles] = useState<boolean | null>(null);
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
        setIncludingFiles(null);
      });
  };
  const known = () => utils.chat.conversation.getData({ conversationId });

  return {
    busy,
    includingFiles,
    done,
    problem,
    share(change) {
      setIncludingFiles(change.includeFiles ?? null);
      run(async () => {
        const share = await utils.client.chat.share.mutate({ conversationId, ...change });
        const conversation = known();
        if (conversation) cache.putConversation(withShare(conversation, share));
        if (change.includeFiles !== undefined)
          return change.includeFiles ? sharingTexts.files.included : sharingTexts.files.leftOut;
        if (change.refresh === false) return sharingTexts.link.saved;
        return sharingTexts.link.updated;
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
