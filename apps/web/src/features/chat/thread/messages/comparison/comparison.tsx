import { readAnsweredBy } from '@noek/contract/chat/answered-by';
import type { Message } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { errorText } from '../../../../../api/base/error-text.ts';
import { trpc } from '../../../../../api/trpc.ts';
import { Button } from '../../../../../components/base/button.tsx';
import { IconButton } from '../../../../../components/base/icon-button.tsx';
import { Skeleton } from '../../../../../components/base/skeleton.tsx';
import { toast } from '../../../../../components/base/toasts/toast.ts';
import { useWideScreen } from '../../../../../components/page/wide-screen.ts';
import { Unreadable } from '../../../../../components/states/unreadable.tsx';
import { useAnswerSettings } from '../../../answer-settings/use-answer-settings.ts';
import { withLinks } from '../../../markdown/citations/citations.ts';
import { CopyButton } from '../../../message/copy-button.tsx';
import { MessageActionsContext, useMessageActions } from '../../../message/message-actions.ts';
import { TextBoundary } from '../../../message/text-boundary.tsx';
import { messageTexts } from '../../../message/texts.ts';
import { TypingIndicator } from '../../../message/typing-indicator.tsx';
import { useModels } from '../../../model-choice/use-models.ts';
import { useSession } from '../../../session/session.ts';
import { useAnswer } from '../../../streaming/answers.ts';
import { AnswerBody } from '../answer-body.tsx';
import { WaitingMessage } from '../waiting-message.tsx';
import { compareAnswer } from './compared.ts';
import { compareTexts } from './texts.ts';
import type { Comparison } from './use-comparison.ts';

/** A version that the conversation does not show has no place in the live stream's cache, so its end is asked for. In milliseconds. */
const hiddenEveryMs = 2_000;

/**
 * Two answers to one question in columns that scroll together, below each other on a narrow screen, until the person continues with one.
 * `onBegin` is called when the second answer appears beside the first. It has to scroll to the beginning of both, because the end
 * of the first may be far below.
 */
export default function ComparedAnswers({ comparison, onBegin }: { comparison: Comparison; onBegin: () => void }) {
  const { conversationId, firstId, secondId, entry, shown } = comparison;
  const heading = useId();
  const [continuing, setContinuing] = useState(false);
  const { cache } = useSession();
  const { models } = useModels();
  const { settings, change } = useAnswerSettings();
  const { showVersion } = useMessageActions();
  const isWide = useWideScreen();
  const isNew = entry !== null || (shown.id === secondId && shown.status === 'streaming');
  const begin = useEffectEvent(() => {
    if (isNew && isWide) onBegin();
  });
  useEffect(() => {
    // In the next frame, the list goes to its end, as after each sent message.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => begin());
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  const end = (id: string) => {
    compareAnswer(conversationId, null);
    // The button that was pressed disappears.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
    );
  };
  const continueWith = async (answer: Message) => {
    setContinuing(true);
    if (answer.id !== shown.id) await showVersion(shown, answer.id);
    setContinuing(false);
    // If the server did not switch, a message says so, and both answers stay.
    if (cache.windowOf(conversationId)?.messages.at(-1)?.id !== answer.id) return;
    const { model } = answer;
    const before = settings.model;
    if (model !== before && (model === null || models.some(({ name }) => name === model))) {
      change({ model });
      toast({
        title: compareTexts.modelChanged(
          model === null ? compareTexts.automatic : (readAnsweredBy(answer).name ?? model),
        ),
        action: { label: compareTexts.keepModel, run: () => change({ model: before }) },
      });
    }
    end(answer.id);
  };
  const column = (id: string) => (
    <Column
      key={id}
      id={id}
      otherId={id === firstId ? secondId : firstId}
      shown={shown}
      continuing={continuing}
      onContinue={(answer) => void continueWith(answer)}
    />
  );
  return (
    <section
      aria-labelledby={heading}
      className="ml-[calc((100%-min(100cqw-2rem,76rem))/2)] w-[min(100cqw-2rem,76rem)] max-md:ml-0 max-md:w-full"
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 id={heading} className="font-medium text-sm text-text-muted">
          {compareTexts.heading}
        </h2>
        {!entry && (
          <IconButton label={compareTexts.close} onClick={() => end(shown.id)}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
        {column(firstId)}
        {secondId === null ? <Requested entry={entry} /> : column(secondId)}
      </div>
    </section>
  );
}

function Frame(props: {
  name: string;
  state: string | null;
  growing?: boolean;
  /** What is below the answer; `nameId` is the id of its heading. */
  foot?: (nameId: string) => ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <article
      aria-labelledby={heading}
      aria-busy={props.growing}
      className="group/message min-w-0 rounded-card border border-border px-4 pt-3 pb-3"
    >
      <header className="mb-3 flex min-h-6 flex-wrap items-baseline gap-x-3 border-border border-b pb-2 text-sm">
        <h3 id={heading} dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {props.name}
        </h3>
        <p role="status" className="flex-none text-text-muted text-xs">
          {props.state}
        </p>
      </header>
      {props.children}
      {props.foot?.(heading)}
    </article>
  );
}

/** The second answer before the server has accepted the request for it. */
function Requested({ entry }: Pick<Comparison, 'entry'>) {
  const isSending = entry?.state === 'sending';
  return (
    <Frame
      name={entry?.settings?.model ?? compareTexts.automatic}
      state={isSending ? compareTexts.states.sending : compareTexts.states.waiting}
      growing={isSending}
    >
      {entry && !isSending ? <WaitingMessage entry={entry} /> : <TypingIndicator />}
    </Frame>
  );
}

function Column(props: {
  id: string;
  /** The answer in the other column; null while it is not there. */
  otherId: string | null;
  shown: Message;
  continuing: boolean;
  onContinue: (answer: Message) => void;
}) {
  const { id, shown } = props;
  const isShown = shown.id === id;
  const hidden = trpc.chat.message.useQuery(
    { messageId: id },
    {
      enabled: !isShown,
      staleTime: hiddenEveryMs,
      refetchInterval: ({ state }) => (state.data?.status === 'streaming' ? hiddenEveryMs : false),
    },
  );
  const message = isShown ? shown : hidden.data;
  if (message) return <Answer {...props} message={message} isShown={isShown} />;
  return (
    <Frame name="" state={hidden.isError ? null : compareTexts.loading}>
      {hidden.isError ? (
        <Unreadable
          text={`${compareTexts.loadFailed}. ${errorText(hidden.error)}`}
          onRetry={() => void hidden.refetch()}
        />
      ) : (
        <div className="grid gap-3 py-1" aria-hidden>
          <Skeleton className="h-3.5 w-[92%]" />
          <Skeleton className="h-3.5 w-[64%]" />
        </div>
      )}
    </Frame>
  );
}

function Answer(props: Parameters<typeof Column>[0] & { message: Message; isShown: boolean }) {
  const { message, otherId, isShown, continuing, onContinue } = props;
  const actions = useMessageActions();
  const answer = useAnswer(message);
  const streaming = message.status === 'streaming';
  const name = readAnsweredBy(message).name ?? message.model ?? compareTexts.automatic;
  // Another try asks the same model, and its answer is shown here instead of this one.
  const own = useMemo(
    () => ({
      ...actions,
      regenerate(again: Message, model: string | null = again.model) {
        actions.regenerate(again, model, true);
        if (otherId !== null) compareAnswer(again.conversationId, otherId);
      },
    }),
    [actions, otherId],
  );
  return (
    <Frame
      name={name}
      state={compareTexts.states[message.status]}
      growing={streaming && !answer.reconnecting}
      foot={(nameId) => (
        <div className={clsx('mt-3 flex flex-wrap items-center gap-2', streaming && answer.text === '' && 'hidden')}>
          <Button
            variant="quiet"
            size="sm"
            aria-describedby={nameId}
            disabled={continuing || (message.status === 'failed' && answer.text === '')}
            onClick={() => onContinue(message)}
          >
            {compareTexts.continueWith}
          </Button>
          {!streaming && answer.text !== '' && (
            <CopyButton text={withLinks(answer.text, message.sources)} label={messageTexts.copyAnswer} />
          )}
          {isShown && <span className="ml-auto text-text-muted text-xs">{compareTexts.shown}</span>}
        </div>
      )}
    >
      <MessageActionsContext value={own}>
        <TextBoundary text={message.content}>
          <AnswerBody message={message} answer={answer} continues={isShown} />
        </TextBoundary>
      </MessageActionsContext>
    </Frame>
  );
}
