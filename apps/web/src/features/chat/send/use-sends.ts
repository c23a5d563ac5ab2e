import type { User } from '@noek/contract/auth/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import { openDialog } from '../dialogs/open-dialog.ts';
import type { Drafts } from '../drafts/drafts.ts';
import type { EditDrafts } from '../drafts/edits.ts';
import type { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { sweepWaitingFiles } from '../files-to-send/forget-waiting-files.ts';
import { isWaitingFile } from '../files-to-send/waiting-file.ts';
import { isTemporary, newIsTemporary, noteTemporary } from '../temporary/temporary-chats.ts';
import { chatTexts } from '../texts.ts';
import { newClientMessageId } from './client-message-id.ts';
import { laneOf } from './outbox.ts';
import { beginsIn, entriesAt, isFrom, type OutboxEntry, type Place } from './outbox-entry.ts';
import { type SendRefusal, sendRefusal } from './send-refusal.ts';
import { settingsOf } from './settings-of-entry.ts';
import { useNewChat } from './use-new-chat.ts';
import { useOutbox } from './use-outbox.ts';
import { usePlace } from './use-place.ts';

/** What to send: text, or a request for another answer. */
export type Send = Pick<OutboxEntry, 'kind' | 'content' | 'files'> & {
  /** The message that is edited, or the answer to replace. */
  messageId?: string | null;
  /** The parent message (null: none). If absent, the newest message at the time of sending. */
  parentId?: string | null | undefined;
  /** The model of another answer, which the conversation keeps; null: chosen automatically. Absent: the conversation's. */
  model?: string | null | undefined;
};

/** Where the text of a refused entry is restored. */
const textLocations = { message: 'box', edit: 'editor', command: null, regenerate: null } as const;

export type Sends = ReturnType<typeof useSends>['sends'];

const notifyBranched = () =>
  toast({
    title: chatTexts.sending.branched,
    description: chatTexts.sending.branchedHow,
  });

/** Sends from the conversation on screen, and starts another one. Everything goes through the outbox. */
export function useSends(options: {
  user: User | null;
  /** The server has not said yet who is signed in. */
  pending: boolean;
  given: ChatNavigation;
  cache: ChatCache;
  drafts: Drafts;
  edits: EditDrafts;
  unsavedSettings: UnsavedSettings;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { user, pending, given, cache, drafts, edits, unsavedSettings, input } = options;
  const utils = trpc.useUtils();
  const latest = useRef(options);
  latest.current = options;
  const [refusal, setRefusal] = useState<(SendRefusal & { entry: OutboxEntry }) | null>(null);
  /** The last edit whose text was restored. */
  const [returned, setReturned] = useState<OutboxEntry | null>(null);
  const here = useRef<RefObject<Place> | null>(null);
  const ownerId = user?.id ?? null;

  const restoreDraft = useCallback(
    (entry: OutboxEntry) => {
      const { kind, conversationId, messageId, content, files } = entry;
      if (kind === 'message') drafts.restoreDraft(conversationId, content, files);
      if (kind !== 'edit' || conversationId === null || messageId === null) return;
      edits.write(conversationId, messageId, content);
      setReturned(entry);
    },
    [drafts, edits],
  );

  const { outbox, drain, maker, all, running } = useOutbox({
    ownerId: pending && !user ? undefined : ownerId,
    cache,
    signedInUser: () => utils.auth.user.fetch(undefined, { staleTime: 0 }).catch(() => latest.current.user),
    onBranched: notifyBranched,
    onSettled: ({ conversationId, settings = {} }) => unsavedSettings.settle(conversationId, settings),
    onMade(begins, conversationId) {
      if (here.current?.current.begins !== begins) return;
      noteTemporary(conversationId, newIsTemporary.get());
      drafts.move(null, conversationId);
      newIsTemporary.set(false);
      unsavedSettings.move(conversationId);
    },
    onRefused(error, entry) {
      const { conversationId: sentTo, temporary, files } = entry;
      // The temporary chat has ended, and nothing of it stays on this device.
      if (temporary && sentTo !== null && !files && errorCode(error) === 'NOT_FOUND') return true;
      if (entry.state !== 'sending') return false;
      const reason = sendRefusal(error, textLocations[entry.kind]);
      if (reason.kind === 'limit') {
        cache.refreshAllowance();
        if (entry.ownerId === null) openDialog({ kind: 'guest-limit' });
      }
      const place = here.current?.current;
      if (!drain.isOwn(entry) || !place || !isFrom(entry, place)) return false;
      restoreDraft(entry);
      setRefusal({ ...reason, entry });
      return true;
    },
  });
  const begin = useCallback(
    (projectId: string | null) => maker.begin(() => beginsIn(projectId, newClientMessageId())),
    [maker],
  );
  const { navigation, place, begins, beginAnother } = usePlace({ given, outbox, begin });
  here.current = place;
  const { conversationId } = navigation;
  const entries = useMemo(
    () => entriesAt(all, { conversationId, begins }, ownerId),
    [all, conversationId, begins, ownerId],
  );
  const leave = useNewChat({
    user,
    navigation,
    cache,
    outbox,
    maker,
    beginAnother,
    focusInput: () => input.current?.focus(),
  });

  const stable = useMemo(() => {
    /** Adds a message to the outbox. Returns false if another message is being sent here or there is nothing to send. */
    function send({ kind, content, files = [], messageId = null, parentId, model }: Send): boolean {
      const { current } = place;
      const owner = latest.current.user?.id ?? null;
      const settings = settingsOf(kind, unsavedSettings.get(current.conversationId), model);
      const at = {
        kind,
        content,
        messageId,
        conversationId: current.conversationId,
        begins: current.conversationId === null ? current.begins : null,
        ...(owner !== null && isTemporary(`${current.conversationId ?? 'new'}`) && { temporary: true as const }),
        ...(settings && { settings }),
        ...(files.length > 0 && { files }),
      };
      const before = outbox.all().filter((one) => one.ownerId === owner && laneOf(one) === laneOf(at));
      if (before.some(({ state }) => state === 'sending')) return false;
      if (kind !== 'regenerate' && isBlank(content) && files.length === 0) return false;
      const clientMessageId = outbox.takeRefusedId(at) ?? newClientMessageId();
      setRefusal(null);
      if (model !== undefined) unsavedSettings.change(current.conversationId, { model });
      if (kind === 'message') drafts.take(current.conversationId, content, files);
      drain.send({
        ...at,
        clientMessageId,
        ownerId: owner,
        createdAt: new Date().toISOString(),
        // Waiting entries go first.
        state: navigator.onLine && before.length === 0 ? 'sending' : 'connection',
        ...(parentId === undefined ? {} : { parentId }),
      });
      return true;
    }
    return {
      send,
      /** Sends an entry immediately, even if the server refused it before. */
      sendNow(entry: OutboxEntry): void {
        outbox.hold(entry, 'connection');
        drain.run();
      },
      discard(entry: OutboxEntry): void {
        outbox.remove(entry);
        if (entry.files?.some(isWaitingFile)) sweepWaitingFiles();
      },
      /** Restores the text of a waiting entry where it was written. */
      edit(entry: OutboxEntry): void {
        outbox.remove(entry);
        restoreDraft({ ...entry, conversationId: place.current.conversationId });
        if (entry.kind === 'message') latest.current.input.current?.focus();
      },
      dismissRefusal: (): void => setRefusal(null),
    };
  }, [outbox, drain, drafts, unsavedSettings, place, restoreDraft]);

  const newChatIn = useCallback(
    (projectId: string | null, temporary = false) => {
      setRefusal(null);
      leave(projectId, temporary);
    },
    [leave],
  );
  const refusedHere = refusal && isFrom(refusal.entry, { conversationId, begins }) ? refusal : null;
  const sends = useMemo(
    () => ({
      ...stable,
      outbox,
      /** Whether this page is sending a message. */
      isOwn: drain.isSending,
      /** The page's navigation. A conversation that was just created counts as open. */
      navigation,
      /** Everything to send from this device. */
      all,
      /** Everything to send from the place on screen. */
      entries,
      /** Whether something is being sent there. */
      isSending: entries.some(({ state }) => state === 'sending'),
      isRunning: (entry: OutboxEntry) => running.has(laneOf(entry)),
      refusal: refusedHere,
      returned,
    }),
    [stable, outbox, drain, navigation, all, entries, running, refusedHere, returned],
  );
  return { sends, newChatIn };
}
