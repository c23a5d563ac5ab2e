import { longPaste } from '@noek/contract/files/limits';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { usePastedParts } from '../../drafts/pasted-parts.ts';
import { filesToSendTexts as texts } from '../../files-to-send/texts.ts';
import { useUploads } from '../../files-to-send/uploads.ts';
import { isWaitingFile } from '../../files-to-send/waiting-file.ts';
import { useDraft, useDraftFiles, useOpenConversation } from '../../session/open-conversation.ts';
import { useSession } from '../../session/session.ts';
import type { Brought } from '../use-brought.ts';

const noParts: readonly string[] = [];

declare global {
  interface Window {
    /** What was dropped on the page or pasted into it before its script had run, and on which path; see public/theme.js. */
    noekBrought?: [path: string, files: File[], text: string][];
  }
}

/** Adds files to the draft on screen: those that were chosen, dropped on the page, or pasted into it. Offers to add a long text as one. */
export function useAdding(options: {
  /** What was chosen, dropped or pasted, and not taken yet. */
  chosen: readonly Brought[];
  /** Changes it. */
  onChosen: (left: readonly Brought[]) => void;
  onAdding: (isAdding: boolean) => void;
}) {
  const { chosen, onChosen, onAdding } = options;
  const { drafts, id: conversationId, input } = useOpenConversation();
  const { queue, toDrafts } = useUploads();
  const { user, pending } = useSession();
  const { text, write } = useDraft();
  const parts = useSyncExternalStore(drafts.subscribe, () => drafts.draft(conversationId).pasted) ?? noParts;
  const onParts = useCallback(
    (pasted: readonly string[]) => drafts.change(conversationId, { pasted }),
    [drafts, conversationId],
  );
  usePastedParts({ input, text, parts, onParts });
  const ownerId = user?.id ?? null;
  const [told, setTold] = useState<{ id: number | null; refusal?: string; pasted?: string } | null>(null);
  const here = told?.id === conversationId ? told : null;

  useLayoutEffect(() => {
    queue.setOwner(ownerId);
    toDrafts.open(drafts);
  }, [queue, toDrafts, drafts, ownerId]);
  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      const refusal = toDrafts.addFiles(conversationId, files);
      setTold(refusal === null ? null : { id: conversationId, refusal });
      input.current?.focus();
    },
    [toDrafts, conversationId, input],
  );

  const files = useDraftFiles();
  const hasWaiting = !pending && files.some(isWaitingFile);
  useEffect(() => {
    if (!hasWaiting) return;
    const resume = () => toDrafts.resume(conversationId);
    resume();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [hasWaiting, toDrafts, conversationId]);
  useSyncExternalStore(queue.subscribe, queue.state);
  const uploads = queue.at({ conversationId });
  const isAdding = uploads.some(({ problem }) => problem === null);
  useLayoutEffect(() => {
    onAdding(isAdding);
    return () => onAdding(false);
  }, [onAdding, isAdding]);
  useLayoutEffect(() => {
    // Before it is known who is here, they would be a guest's and soon forgotten.
    if (chosen.length === 0 || pending) return;
    add(chosen.filter((one) => typeof one !== 'string'));
    const pasted = chosen.findLast((one) => typeof one === 'string');
    if (pasted !== undefined) setTold({ id: conversationId, pasted });
    onChosen([]);
  }, [chosen, pending, add, onChosen, conversationId]);
  const takeEarly = useEffectEvent(() => {
    const early = window.noekBrought?.filter(([path]) => path === window.location.pathname) ?? [];
    delete window.noekBrought;
    const pasted = early.map(([, , copied]) => copied).join('');
    if (pasted !== '') {
      drafts.paste(conversationId, pasted);
      write(text + pasted);
    }
    if (pasted.length > longPaste) setTold({ id: conversationId, pasted });
    // Spreadsheets put a picture of the cells on the clipboard, too.
    add(early.flatMap(([, brought, copied]) => (copied === '' ? brought : [])));
  });
  useEffect(() => {
    if (!pending) takeEarly();
  }, [pending]);

  const gone = useGoneFiles();
  return {
    gone,
    uploads,
    refusal: here?.refusal ?? null,
    pasted: here?.pasted ?? null,
    addPasted() {
      const pasted = here?.pasted ?? '';
      setTold(null);
      // The box has other line breaks than the clipboard.
      write(text.replace(pasted.replaceAll('\r\n', '\n'), ''));
      add([new File([pasted], texts.pastedName, { type: 'text/plain' })]);
    },
    keepPasted: () => setTold(null),
  };
}

/** Takes files that were deleted elsewhere out of the draft on screen, and returns their names. They could never be sent. */
function useGoneFiles(): readonly string[] {
  const { id } = useOpenConversation();
  const { toDrafts } = useUploads();
  const files = useDraftFiles();
  const [gone, setGone] = useState<{ id: number | null; names: readonly string[] }>({ id, names: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows these files
  useEffect(() => {
    void toDrafts.follow(id).then((names) => {
      if (names.length > 0) setGone((now) => ({ id, names: [...(now.id === id ? now.names : []), ...names] }));
    });
  }, [toDrafts, id, files]);
  return gone.id === id ? gone.names : [];
}
