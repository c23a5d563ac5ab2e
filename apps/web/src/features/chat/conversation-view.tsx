import type { User } from '@noek/contract/auth';
import type { Conversation, Message } from '@noek/contract/chat';
import type { ModeCommand } from '@noek/contract/limits';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { errorCode, errorText } from '../../api/error-text.ts';
import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { toast } from '../../components/toast.ts';
import { useChatNavigation } from './chat-navigation.tsx';
import { type Drafts, useHasDraft } from './drafts.ts';
import type { EditDrafts } from './edits.ts';
import { FirstSend } from './first-send.tsx';
import { useFollowEnd } from './follow-end.ts';
import { JumpToLatest } from './jump-to-latest.tsx';
import { useThread } from './load-thread.ts';
import { MessageActionsContext } from './message-actions.ts';
import { MessageBox } from './message-box.tsx';
import { emptyWindow, isSentFrom, messagesIn, type Sending } from './message-cache.ts';
import { isForSameMode } from './modes.ts';
import type { Outgoing } from './outgoing/use-outgoing.ts';
import { useWaiting } from './outgoing/use-waiting.ts';
import type { SendRefusal } from './send-refusal.ts';
import { FailedMessages, LoadingMessages, MissingConversation } from './thread-states.tsx';
import { useActionsOnMessages } from './use-actions-on-messages.ts';
import type { ChatCache } from './use-chat-cache.ts';
import { useEditing } from './use-editing.ts';
import { useMessages } from './use-messages.ts';
import type { Send } from './use-send-message.ts';
import { useStop } from './use-stop.ts';
import { Welcome } from './welcome.tsx';

/** The open conversation (or the empty chat) and the message box under it. */
export function ConversationView(props: {
  user: User | null;
  /** Nothing is read before the server has said who is here. */
  pending: boolean;
  conversationId: number | null;
  conversation: Conversation | undefined;
  drafts: Drafts;
  edits: EditDrafts;
  outgoing: Outgoing;
  cache: ChatCache;
  sending: Sending | null;
  refusal: SendRefusal | null;
  onSend: (send: Send) => Promise<boolean>;
  onRegenerate: (answer: Message) => void;
  onDismissRefusal: () => void;
  onNewChat: () => void;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { user, conversationId, conversation, drafts, edits, outgoing, cache, input } = props;
  const navigation = useChatNavigation();
  const target = navigation.messageId ?? null;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const hasDraft = useHasDraft(drafts, conversationId);
  const forgetTarget = () => navigation.open(conversationId, { replace: true });
  const { query, arrived } = useMessages({
    conversationId,
    enabled: !props.pending,
    target,
    cache,
    onMissed: forgetTarget,
  });
  const loaded = conversationId === null ? emptyWindow : query.data;
  const messages = messagesIn(loaded);
  const { away, toEnd, stay } = useFollowEnd(scroller, content, (loaded?.newer ?? null) === null);
  const sending = props.sending && isSentFrom(props.sending, conversationId) ? props.sending : null;
  const { waiting, waitingActions } = useWaiting({
    outgoing,
    conversationId,
    ownerId: user?.id ?? null,
    drafts,
    input,
  });
  const running = messages.findLast(({ status }) => status === 'streaming');
  const busy = sending !== null || running !== undefined;
  const empty = messages.length === 0 && !sending && waiting.length === 0;
  const missing = conversationId !== null && errorCode(query.error) === 'NOT_FOUND' && !sending;
  const onStop = useStop(running, cache);
  /** What had the focus goes away. On touch the box would bring up the keyboard. */
  const focusBox = () => {
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  };
  const { editing, actions: editActions } = useEditing({
    conversationId,
    edits,
    onSend: props.onSend,
    onAsked: focusBox,
  });

  /** The end was asked for, and is on its way. */
  const goesToEnd = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation opens at its end, or where it is asked to
  useLayoutEffect(() => {
    goesToEnd.current = false;
    if (target === null) toEnd();
  }, [conversationId, toEnd]);
  const isWhole = loaded?.newer === null;
  useLayoutEffect(() => {
    // When the end is on the page, and not when it was loaded: until then there is nothing to follow.
    if (!isWhole || !goesToEnd.current) return;
    goesToEnd.current = false;
    toEnd();
  }, [isWhole, toEnd]);
  useEffect(() => {
    if (conversationId === null || !loaded) return;
    const sent = new Set(messagesIn(loaded).flatMap(({ clientMessageId }) => clientMessageId ?? []));
    drafts.foundSent(conversationId, sent);
    edits.foundSent(conversationId, sent);
    outgoing.store.foundSent(sent);
  }, [drafts, edits, outgoing.store, conversationId, loaded]);
  // Loaded before it is needed: not on the first page, and not while the first words arrive.
  const Thread = useThread(!empty || hasDraft || conversationId !== null);

  /** What a message of this page is written under: the newest one that it shows. */
  const head = loaded && loaded.newer === null ? (messages.at(-1)?.id ?? null) : undefined;
  const latest = async () => {
    if (conversationId !== null && loaded?.newer) {
      goesToEnd.current = true;
      await cache.messages.loadEnd(conversationId).catch((error: unknown) => {
        goesToEnd.current = false;
        toast({
          title: 'The latest messages could not be loaded',
          description: errorText(error),
          variant: 'destructive',
        });
      });
    }
    requestAnimationFrame(toEnd);
  };
  const parentId = waiting.length > 0 ? undefined : head;
  const send = (content: string) => {
    void props.onSend({ content, parentId, kind: 'message' });
    void latest();
  };
  const command = (content: ModeCommand) => {
    const last = waiting.at(-1);
    // A switch that is turned back before its command went out was never turned.
    if (last?.content === content) outgoing.sendNow(last);
    else if (last && !outgoing.isSending && isForSameMode(last.content, content))
      outgoing.store.remove(last.clientMessageId);
    else void props.onSend({ content, parentId, kind: 'command' });
  };
  const pick = (prompt: string) => {
    send(prompt);
    focusBox();
  };
  const others = useActionsOnMessages({
    cache,
    busy,
    regenerate: props.onRegenerate,
    onAsked: focusBox,
    onVersion: stay,
  });
  const actions = useMemo(() => ({ ...others, ...editActions }), [others, editActions]);
  function thread() {
    if (missing) return <MissingConversation guest={!user} onNewChat={props.onNewChat} />;
    if (query.isError && !loaded && !sending)
      return <FailedMessages error={query.error} onRetry={() => void query.refetch()} />;
    if (!loaded && !sending) return <LoadingMessages />;
    if (empty) return <Welcome onPick={pick} />;
    if (!Thread)
      return messages.length > 0 ? (
        <LoadingMessages />
      ) : (
        <FirstSend sending={sending} waiting={waiting} waitingActions={waitingActions} />
      );
    return (
      <>
        <h1 className="sr-only">{conversation?.title || 'Chat'}</h1>
        <MessageActionsContext value={actions}>
          <Thread
            window={loaded ?? emptyWindow}
            sending={sending}
            waiting={waiting}
            waitingActions={waitingActions}
            editing={editing}
            scroller={scroller}
            target={arrived}
            onGo={stay}
            onWent={forgetTarget}
            loadOlder={() => cache.messages.loadOlder(conversationId ?? 0)}
            loadNewer={() => cache.messages.loadNewer(conversationId ?? 0)}
          />
        </MessageActionsContext>
      </>
    );
  }

  return (
    <main
      id="main"
      tabIndex={-1}
      className="relative grid min-h-0 min-w-0 flex-1 grid-rows-[minmax(0,1fr)_auto] outline-none"
    >
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Conversation"
        className="scroll-area min-h-0 [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] focus-visible:-outline-offset-2"
      >
        <div ref={content} className={empty ? 'h-full' : undefined}>
          <PaneBoundary resetKey={conversationId}>{thread()}</PaneBoundary>
        </div>
      </section>
      <div className="relative bg-background pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        {away && !empty && <JumpToLatest onJump={() => void latest()} />}
        <div className="mx-auto max-w-thread px-6 max-md:px-2.5">
          {!missing && (
            <PaneBoundary resetKey={conversationId}>
              <MessageBox
                user={user}
                conversationId={conversationId}
                conversation={conversation}
                drafts={drafts}
                sending={sending}
                waiting={waiting}
                busy={busy}
                onStop={onStop}
                refusal={props.refusal?.conversationId === conversationId ? props.refusal : null}
                onDismissRefusal={props.onDismissRefusal}
                onSend={send}
                onCommand={command}
                input={input}
              />
            </PaneBoundary>
          )}
          <p className="text-balance px-2 pt-2 text-center text-text-muted text-xs">
            Noek can make mistakes. Consider checking important information.
          </p>
        </div>
      </div>
    </main>
  );
}
