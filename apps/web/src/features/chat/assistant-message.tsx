import type { Message } from '@noek/contract/chat';
import { clsx } from 'clsx';
import { CircleAlert, CircleStop } from 'lucide-react';
import { memo } from 'react';
import { TextButton } from '../../components/button.tsx';
import { Logo } from '../../components/logo.tsx';
import { tooltip } from '../../components/tooltip.tsx';
import { CopyButton } from './copy-button.tsx';
import { exactLabel, timeLabel } from './date-labels.ts';
import { AnswerText } from './markdown/answer-text.tsx';
import { useAnswer } from './streaming/answers.ts';
import { TypingIndicator } from './typing-indicator.tsx';

/** Was an answer written by the built-in demo? */
export const isDemo = (answeredBy: string | null) => /^demo\b/i.test(answeredBy ?? '');

/** The frame of an answer: avatar and a column of words. */
export function AnswerFrame({ children, growing = false }: { children: React.ReactNode; growing?: boolean }) {
  return (
    <article
      aria-busy={growing}
      className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)]"
    >
      <Logo soft className="mt-px size-6.5 max-md:mb-2.5 max-md:size-6" />
      {/* While it grows, room is kept for the row of actions that comes when it is done. */}
      <div className={clsx('min-w-0', growing && 'pb-[calc(0.5rem+var(--size-control-sm))]')}>
        <h2 className="sr-only">Noek</h2>
        {children}
      </div>
    </article>
  );
}

/** An answer, growing or final, with what became of it and what can be done with it. */
export const AssistantMessage = memo(function AssistantMessage(props: {
  message: Message;
  /** What it answers, and how that gets back into the box. */
  question: string | undefined;
  onReuse: (text: string) => void;
}) {
  const { message } = props;
  const { text, reconnecting } = useAnswer(message);
  const streaming = message.status === 'streaming';
  return (
    <AnswerFrame growing={streaming && !reconnecting}>
      {text !== '' && <AnswerText text={text} growing={streaming} />}
      {streaming && text === '' && <TypingIndicator />}
      {!streaming && <Outcome message={message} question={props.question} onReuse={props.onReuse} />}
      {streaming && reconnecting && (
        <p className={row} role="status">
          Reconnecting…
        </p>
      )}
      {!streaming && (
        <div className={clsx(row, '-ml-2 coarse:-ml-3')}>
          {text !== '' && <CopyButton text={text} label="Copy answer" />}
          <time className="px-2 coarse:px-3" dateTime={message.createdAt} title={exactLabel(message.createdAt)}>
            {timeLabel(message.createdAt)}
          </time>
          {isDemo(message.answeredBy) && (
            <span {...tooltip('Written by the built-in demo. Connect a model to get real answers.')}>Demo answer</span>
          )}
        </div>
      )}
    </AnswerFrame>
  );
});

const row = 'mt-2 flex min-h-(--size-control-sm) flex-wrap items-center gap-x-0.5 text-text-muted text-xs tabular-nums';

const outcomes = {
  stopped: 'You stopped this answer.',
  interrupted: 'This answer was interrupted.',
  failed: 'This message got no answer.',
} as const;

function Outcome(props: { message: Message; question: string | undefined; onReuse: (text: string) => void }) {
  const { message, question, onReuse } = props;
  if (message.status === 'complete' || message.status === 'streaming') return null;
  const failed = message.status === 'failed';
  const Icon = message.status === 'stopped' ? CircleStop : CircleAlert;
  return (
    <div
      className={clsx(
        'flex max-w-prose items-start gap-2 text-sm',
        message.content !== '' && 'mt-3',
        failed ? 'text-danger-ink' : 'text-text-muted',
      )}
    >
      <Icon className="icon mt-0.5" aria-hidden />
      <div>
        <p>{message.error ?? outcomes[message.status]}</p>
        {failed && question && (
          <TextButton className="-ml-1" onClick={() => onReuse(question)}>
            Put the message back in the box
          </TextButton>
        )}
      </div>
    </div>
  );
}
