import type { User } from '@noek/contract/auth';
import type { Conversation, Message } from '@noek/contract/chat';
import { ArrowDown, CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { errorCode, errorText } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { SignInLink } from '../session/sign-in-link.tsx';
import { useChatNavigation } from './chat-navigation.tsx';
import { Composer } from './composer.tsx';
import { type Drafts, useDraft } from './drafts.ts';
import { FirstSend } from './first-send.tsx';
import { useFollowEnd } from './follow-end.ts';
import { useThread } from './load-thread.ts';
import { MessageActionsContext } from './message-actions.ts';
import { emptyWindow, isSentFrom, messagesIn, type Sending } from './message-cache.ts';
import { ModeToggles } from './mode-toggles.tsx';
import type { Outgoing } from './outgoing/use-outgoing.ts';
import type { WaitingMessageActions } from './outgoing/waiting-message.tsx';
import type { SendRefusal } from './send-refusal.ts';
import { useAnswers } from './streaming/answers.ts';
import { FailedMessages, LoadingMessages, MissingConversation } from './thread-states.tsx';
import { useActionsOnMessages } from './use-actions-on-messages.ts';
import type { ChatCache } from './use-chat-cache.ts';
import { useMessages } from './use-messages.ts';
import type { Send } from './use-send-message.ts';
import { Welcome } from './welcome.tsx';

/** The open conversation (or the empty chat) and the message box under it. */
export function ConversationView(props: {
  user: User | null;
  /** Nothing is read before the server has said who is here. */
  pending: boolean;
  conversationId: number | null;
  conversation: Conversation | undefined;
  drafts: Drafts;
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
  const { user, conversationId, conversation, drafts, outgoing, cache, input } = props;
  const navigation = useChatNavigation();
  const target = navigation.messageId ?? null;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const draft = useDraft(drafts, conversationId);
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
  const ownerId = user?.id ?? null;
  const waiting = useMemo(
    () => outgoing.all.filter((one) => one.conversationId === conversationId && one.ownerId === ownerId),
    [outgoing.all, conversationId, ownerId],
  );
  const running = messages.findLast(({ status }) => status === 'streaming');
  const busy = sending !== null || running !== undefined;
  const empty = messages.length === 0 && !sending && waiting.length === 0;
  const missing = conversationId !== null && errorCode(query.error) === 'NOT_FOUND' && !sending;
  const onStop = useStop(running, cache);
  const [editing, setEditing] = useState<{ messageId: string; text: string } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation opens at its end, or where it is asked to
  useLayoutEffect(() => {
    setEditing(null);
    if (target === null) toEnd();
  }, [conversationId, toEnd]);
  useEffect(() => {
    if (conversationId === null || !loaded) return;
    const sent = new Set(messagesIn(loaded).flatMap(({ clientMessageId }) => clientMessageId ?? []));
    drafts.foundSent(conversationId, sent);
    outgoing.store.foundSent(sent);
  }, [drafts, outgoing.store, conversationId, loaded]);
  // Loaded before it is needed: not on the first page, and not while the first words arrive.
  const Thread = useThread(!empty || draft.text !== '' || conversationId !== null);

  /** What a message of this page is written under: the newest one that it shows. */
  const head = loaded && loaded.newer === null ? (messages.at(-1)?.id ?? null) : undefined;
  const latest = async () => {
    if (conversationId !== null && loaded?.newer)
      await cache.messages.loadEnd(conversationId).catch((error: unknown) => {
        toast({
          title: 'The latest messages could not be loaded',
          description: errorText(error),
          variant: 'destructive',
        });
      });
    requestAnimationFrame(toEnd);
  };
  const send = (text: string) => {
    void props.onSend({ content: text, parentId: waiting.length > 0 ? undefined : head, kind: 'message' });
    void latest();
  };
  const pick = (prompt: string) => {
    send(prompt);
    // The card that had the focus is gone. On touch the box would bring up the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  };
  const actions = useActionsOnMessages({
    cache,
    busy,
    regenerate: (answer) => {
      setEditing(null);
      props.onRegenerate(answer);
    },
    edit: (message) => setEditing(message && { messageId: message.id, text: message.content }),
    sendEdited: (message, text) => {
      setEditing(null);
      void props.onSend({ content: text, parentId: message.parentId, kind: 'edit' }).then((isSent) => {
        if (!isSent) setEditing((other) => other ?? { messageId: message.id, text });
      });
    },
    onVersion: stay,
  });
  const waitingActions: WaitingMessageActions = {
    isSending: outgoing.isSending,
    onSendNow: outgoing.sendNow,
    onEdit({ clientMessageId, content: text }) {
      outgoing.store.remove(clientMessageId);
      drafts.takeBack(conversationId, { content: text, clientMessageId });
      input.current?.focus();
    },
    onDiscard: ({ clientMessageId }) => outgoing.store.remove(clientMessageId),
  };
  const refusal = props.refusal?.conversationId === conversationId ? props.refusal : null;

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
          {thread()}
        </div>
      </section>
      <div className="relative bg-background pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        {away && !empty && (
          <button
            type="button"
            onClick={() => void latest()}
            className="-top-13 -translate-x-1/2 absolute left-1/2 inline-flex h-9 animate-fade-in items-center gap-1.5 rounded-full border border-border bg-surface-raised pr-3.5 pl-3 font-medium text-sm shadow-float hover:bg-surface-hover coarse:-top-14 coarse:h-10"
          >
            <ArrowDown className="icon" aria-hidden />
            Jump to latest
          </button>
        )}
        <div className="mx-auto max-w-thread px-6 max-md:px-2.5">
          {refusal && <Refusal refusal={refusal} />}
          {!missing && (
            <Composer
              text={draft.text}
              onText={(text) => {
                if (refusal) props.onDismissRefusal();
                drafts.write(conversationId, text);
              }}
              onSend={() => send(draft.text)}
              busy={busy}
              onStop={running ? onStop : null}
              input={input}
              tools={
                user && (
                  <ModeToggles
                    conversation={conversation}
                    sending={sending}
                    busy={busy}
                    onCommand={(command) => void props.onSend({ content: command, parentId: head, kind: 'command' })}
                  />
                )
              }
            />
          )}
          <p className="text-balance px-2 pt-2 text-center text-text-muted text-xs">
            Noek can make mistakes. Consider checking important information.
          </p>
        </div>
      </div>
    </main>
  );
}

/** Why a message was not sent, right above the box that has its text again. */
function Refusal({ refusal }: { refusal: SendRefusal }) {
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">
        {refusal.text} {refusal.kind === 'expired' && <SignInLink className="prose-link">Sign in</SignInLink>}
      </span>
    </p>
  );
}

/** Ends the running answer and keeps what is on screen. */
function useStop(running: Message | undefined, cache: ChatCache): () => void {
  const { client } = trpc.useUtils();
  const answers = useAnswers();
  return () => {
    if (!running) return;
    const buffer = answers.buffer(running);
    client.chat.stop.mutate({ messageId: running.id, shownLength: buffer.freeze() }).then(
      (message) => cache.putDone(message),
      (error: unknown) => {
        buffer.thaw();
        toast({ title: 'The answer could not be stopped', description: errorText(error), variant: 'destructive' });
      },
    );
  };
}
