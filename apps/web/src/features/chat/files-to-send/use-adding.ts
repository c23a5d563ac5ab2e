import { longPaste } from '@noek/contract/files/limits';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import type { Brought } from '../composer/use-brought.ts';
import { usePastedParts } from '../drafts/pasted-parts.ts';
import { useDraft, useDraftFiles, useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { uploads } from './uploads.ts';
import { isWaitingFile } from './waiting-file.ts';

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
  const { client } = trpc.useUtils();
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

  const askIdentity = useCallback(() => client.chat.guestStatus.query(), [client]);
  const add = useCallback(
    (files: readonly File[]) => {
      if (files.length === 0) return;
      const refusal = uploads.add(drafts, { ownerId, conversationId }, files, askIdentity);
      setTold(refusal === null ? null : { id: conversationId, refusal });
      input.current?.focus();
    },
    [askIdentity, drafts, conversationId, ownerId, input],
  );

  useEffect(() => uploads.keepOnly(ownerId), [ownerId]);
  const files = useDraftFiles();
  const hasWaiting = !pending && files.some(isWaitingFile);
  useEffect(() => {
    if (!hasWaiting) return;
    const resume = () => uploads.resume(drafts, { ownerId, conversationId }, askIdentity);
    resume();
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, [hasWaiting, drafts, ownerId, conversationId, askIdentity]);
  const all = useSyncExternalStore(uploads.subscribe, uploads.all);
  const isAdding = uploads.isAdding({ ownerId, conversationId });
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
    uploads: all.filter((one) => one.ownerId === ownerId && one.conversationId === conversationId),
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
  const { drafts, id } = useOpenConversation();
  const { client } = trpc.useUtils();
  const files = useDraftFiles();
  const [gone, setGone] = useState<{ id: number | null; names: readonly string[] }>({ id, names: [] });
  useEffect(() => {
    for (const file of files) {
      if (isWaitingFile(file) || uploads.checked.has(file.id)) continue;
      uploads.checked.add(file.id);
      client.files.file.query({ fileId: file.id }).catch((error: unknown) => {
        if (errorCode(error) !== 'NOT_FOUND') return;
        drafts.writeFiles(
          id,
          drafts.files(id).filter((one) => one.id !== file.id),
        );
        setGone((now) => ({ id, names: [...(now.id === id ? now.names : []), file.name] }));
      });
    }
    const inDraft = new Set(files.map((file) => file.id));
    // A file that comes back after a refusal is asked about again.
    for (const known of uploads.checked) if (!inDraft.has(known)) uploads.checked.delete(known);
  }, [client, drafts, id, files]);
  return gone.id === id ? gone.names : [];
}
