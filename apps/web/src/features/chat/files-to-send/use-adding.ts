import { longPaste } from '@noek/contract/files/limits';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useDraft, useDraftFiles, useOpenConversation } from '../session/open-conversation.ts';
import { useWho } from '../session/who.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { uploads } from './uploads.ts';
import { useGoneFiles } from './use-gone-files.ts';
import { isWaitingFile } from './waiting-file.ts';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** Adds files to the draft on screen: those that were chosen, dropped on the page, or pasted into the box. */
export function useAdding(options: {
  /** Files that were chosen and not taken yet. */
  chosen: readonly File[];
  onTaken: () => void;
  onAdding: (isAdding: boolean) => void;
}) {
  const { chosen, onTaken, onAdding } = options;
  const { drafts, id: conversationId, input } = useOpenConversation();
  const { client } = trpc.useUtils();
  const { user, pending } = useWho();
  const { text, write } = useDraft();
  const ownerId = user?.id ?? null;
  const [isDragged, setDragged] = useState(false);
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
    if (chosen.length === 0) return;
    add(chosen);
    onTaken();
  }, [chosen, add, onTaken]);

  // A part of the page that takes the files itself has prevented the default.
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    setDragged(!event.defaultPrevented);
    event.preventDefault();
  });
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => relatedTarget === null && setDragged(false));
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    setDragged(false);
    if (event.defaultPrevented) return;
    event.preventDefault();
    add([...(event.dataTransfer?.files ?? [])]);
  });
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    // Spreadsheets put a picture of the cells on the clipboard, too.
    if (files.length > 0 && pasted === '') {
      event.preventDefault();
      add(files);
    } else if (pasted.length > longPaste) setTold({ id: conversationId, pasted });
  });
  useEffect(() => {
    const box = input.current;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    box?.addEventListener('paste', paste, { signal });
    return () => listeners.abort();
  }, [input]);

  const gone = useGoneFiles();
  return {
    gone,
    uploads: all.filter((one) => one.ownerId === ownerId && one.conversationId === conversationId),
    isDragged,
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
