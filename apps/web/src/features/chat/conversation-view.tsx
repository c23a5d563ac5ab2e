import type { User } from '@noek/contract/auth';
import type { Message } from '@noek/contract/chat';
import { ArrowDown, CircleAlert } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { errorCode, errorText } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import { SignInLink } from '../session/sign-in-link.tsx';
import { Composer } from './composer.tsx';
import { type Drafts, useDraft } from './drafts.ts';
import { useFollowEnd } from './follow-end.ts';
import { loadMarkdown } from './markdown/answer-text.tsx';
import { isSentFrom, type Sending } from './message-cache.ts';
import type { SendRefusal } from './send-refusal.ts';
import { useAnswers } from './streaming/answers.ts';
import { Thread } from './thread.tsx';
import { FailedMessages, LoadingMessages, MissingConversation } from './thread-states.tsx';
import type { ChatCache } from './use-chat-cache.ts';
import { Welcome } from './welcome.tsx';

const none: readonly Message[] = [];

/** The open conversation (or the empty chat) and the message box under it. */
export function ConversationView(props: {
  user: User | null;
  /** Nothing is read before the server has said who is here. */
  pending: boolean;
  conversationId: number | null;
  title: string | undefined;
  drafts: Drafts;
  cache: ChatCache;
  sending: Sending | null;
  refusal: SendRefusal | null;
  onSend: (content: string) => void;
  onDismissRefusal: () => void;
  onNewChat: () => void;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { conversationId, drafts, input } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { away, toEnd } = useFollowEnd(scroller, content);
  const draft = useDraft(drafts, conversationId);
  const query = trpc.chat.messages.useQuery(
    { conversationId: conversationId ?? 0 },
    { enabled: conversationId !== null && !props.pending },
  );
  const sending = props.sending && isSentFrom(props.sending, conversationId) ? props.sending : null;
  const loaded = conversationId === null ? none : query.data;
  const messages = loaded ?? none;
  const running = messages.findLast(({ status }) => status === 'streaming');
  const missing = conversationId !== null && errorCode(query.error) === 'NOT_FOUND' && !sending;
  const empty = messages.length === 0 && !sending;
  const onStop = useStop(running, props.cache);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation opens at its end
  useLayoutEffect(toEnd, [conversationId, toEnd]);
  useEffect(() => {
    if (conversationId === null || !loaded) return;
    const sent = loaded.flatMap(({ clientMessageId }) => clientMessageId ?? []);
    drafts.foundSent(conversationId, new Set(sent));
  }, [drafts, conversationId, loaded]);
  // Loaded before it is needed: not on the first page, and not while the first words arrive.
  const expectsAnswer = !empty || draft.text !== '';
  useEffect(() => {
    if (expectsAnswer) void loadMarkdown().catch(() => {});
  }, [expectsAnswer]);

  const send = (text: string) => {
    toEnd();
    props.onSend(text);
  };
  const pick = (prompt: string) => {
    send(prompt);
    // The card that had the focus is gone. On touch the box would bring up the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  };
  const reuse = (text: string) => {
    drafts.write(conversationId, draft.text.trim() ? `${text}\n\n${draft.text}` : text);
    input.current?.focus();
  };
  const refusal = props.refusal?.conversationId === conversationId ? props.refusal : null;

  function thread() {
    if (missing) return <MissingConversation guest={!props.user} onNewChat={props.onNewChat} />;
    if (query.isError && !loaded && !sending)
      return <FailedMessages error={query.error} onRetry={() => void query.refetch()} />;
    if (conversationId !== null && !loaded && !sending) return <LoadingMessages />;
    if (empty) return <Welcome onPick={pick} />;
    return (
      <>
        <h1 className="sr-only">{props.title || 'Chat'}</h1>
        <Thread
          messages={messages}
          sending={sending}
          conversationId={conversationId}
          scroller={scroller}
          onReuse={reuse}
        />
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
        className="min-h-0 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-color:var(--color-border-strong)_transparent] [scrollbar-gutter:stable_both-edges] [scrollbar-width:thin] focus-visible:-outline-offset-2"
      >
        <div ref={content} className={empty ? 'h-full' : undefined}>
          {thread()}
        </div>
      </section>
      <div className="relative bg-background pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        {away && !empty && (
          <button
            type="button"
            onClick={toEnd}
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
              busy={sending !== null || running !== undefined}
              onStop={running ? onStop : null}
              input={input}
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
