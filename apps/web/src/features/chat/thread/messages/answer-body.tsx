import { readAnsweredBy } from '@noek/contract/chat/answered-by';
import { maxAnswerLength } from '@noek/contract/chat/limits';
import { toolsLeftOutText } from '@noek/contract/chat/models-gone';
import type { Message } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { ChevronDown, CircleAlert, CircleStop } from 'lucide-react';
import { usePublicConfig } from '../../../../api/base/public-config.ts';
import { Button, TextButton } from '../../../../components/base/button.tsx';
import { isAtThisMachine } from '../../../../components/page/at-this-machine.ts';
import { DocumentRows } from '../../documents/document-rows.tsx';
import { SuggestionsContext } from '../../markdown/suggestions.tsx';
import { MemoryQuestions, MemorySteps } from '../../memories-used/memory-steps.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { TypingIndicator } from '../../message/typing-indicator.tsx';
import { modelTexts } from '../../model-choice/texts.ts';
import { CitedText } from '../../sources/cited-text.tsx';
import { Steps } from '../../steps/steps.tsx';
import { Thoughts } from '../../steps/thoughts.tsx';
import type { AnswerSnapshot } from '../../streaming/answer-buffer.ts';
import { chatTexts } from '../../texts.ts';
import { threadTexts } from '../texts.ts';
import { footRow, isDemo } from './answer-parts.ts';
import { AnswerWithMenu, useHasModels } from './answer-with-menu.tsx';

/** An answer without its actions, growing or final: its steps, its text, and how it ended. */
export function AnswerBody(props: {
  message: Message;
  /** Its current state. */
  answer: AnswerSnapshot;
  /** Whether an answer that was cut short can be continued here. */
  continues?: boolean;
}) {
  const { message, continues = true } = props;
  const { text, steps, reasoning, thinking, reconnecting, waiting } = props.answer;
  const streaming = message.status === 'streaming';
  const { busy, ask } = useMessageActions();
  const { assistant } = usePublicConfig();
  // Until an answer is complete, it is not known who writes it.
  const isOfDemo = streaming ? assistant.kind === 'demo' : isDemo(message.answeredBy);
  const suggests = isOfDemo ? (busy ? null : ask) : undefined;
  return (
    <>
      <Thoughts reasoning={reasoning} thinking={thinking} />
      <Steps
        steps={steps.filter(({ kind, status }) => kind !== 'memory' && (kind !== 'document' || status === 'failed'))}
        working={streaming && text === ''}
      />
      <MemorySteps messageId={message.id} steps={steps} growing={streaming} />
      {text !== '' && (
        <SuggestionsContext value={suggests}>
          <div data-answer-text="">
            <CitedText text={text} growing={streaming} sources={message.sources} />
          </div>
        </SuggestionsContext>
      )}
      <DocumentRows message={message} steps={streaming ? steps : []} />
      <MemoryQuestions messageId={message.id} steps={steps} growing={streaming} />
      {streaming && text === '' && !waiting && (
        <TypingIndicator mayLoad={assistant.kind === 'local' && !reasoning && steps.length === 0} />
      )}
      {!streaming && <Outcome message={message} continues={continues} />}
      {!streaming && <Notes message={message} />}
      {streaming && waiting && !reconnecting && (
        <p className={footRow} role="status">
          {threadTexts.answer.queued}
        </p>
      )}
      {streaming && reconnecting && (
        <p className={footRow} role="status">
          {threadTexts.answer.reconnecting}
        </p>
      )}
    </>
  );
}

/** Lines under an answer: which models did not answer, and what the one that did could not do. */
function Notes({ message }: { message: Message }) {
  const { gone } = readAnsweredBy(message);
  const names = [...new Set([...(gone === null ? [] : [gone]), ...(message.modelsGone ?? [])])];
  // An answer that failed says it itself.
  const lines =
    message.status === 'failed' ? [] : [names.length > 0 && modelTexts.wasGone(names), toolsLeftOutText(message)];
  return lines.map(
    (line) =>
      line && (
        <p key={line} className="mt-3 max-w-prose wrap-anywhere text-sm text-text-muted">
          {line}
        </p>
      ),
  );
}

/** Whether the answer can continue after its text. One that was stopped before its first word is asked for again instead. */
const canContinue = ({ status, content }: Message) =>
  content.length < maxAnswerLength &&
  (status === 'interrupted' || status === 'complete' || (status === 'stopped' && content !== ''));

function Outcome({ message, continues }: { message: Message; continues: boolean }) {
  const { busy, continueAnswer, regenerate } = useMessageActions();
  const hasModels = useHasModels();
  const { status, error } = message;
  if (status === 'streaming') return null;
  // A complete answer can have an error, too: its model may have cut it short.
  const words = error ?? (status === 'complete' ? null : threadTexts.answer[status]);
  if (words === null) return null;
  const failed = status === 'failed';
  const Icon = status === 'stopped' ? CircleStop : CircleAlert;
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
        <p>{words}</p>
        {message.errorHint && <Why hint={message.errorHint} />}
        {failed && (
          <div className="mt-2 flex flex-wrap gap-2 text-text">
            <Button variant="quiet" size="sm" disabled={busy} onClick={() => regenerate(message)}>
              {chatTexts.tryAgain}
            </Button>
            {(message.model !== null || message.modelsGone) && hasModels && (
              <AnswerWithMenu
                message={message}
                trigger={
                  <Button variant="quiet" size="sm" disabled={busy}>
                    {modelTexts.answerWithAnother}
                    <ChevronDown className="size-4" aria-hidden />
                  </Button>
                }
              />
            )}
          </div>
        )}
        {continues && canContinue(message) && (
          <TextButton className="-ml-1" disabled={busy} onClick={() => continueAnswer(message)}>
            {threadTexts.answer.continue}
          </TextButton>
        )}
      </div>
    </div>
  );
}

/** The reason for a failure, in a section that the reader can open. It is open for the person at the machine, who can do something about it. */
function Why({ hint }: { hint: string }) {
  return (
    <details className="mt-1 text-text-muted" open={isAtThisMachine()}>
      <summary className="w-fit cursor-pointer rounded-sm">{threadTexts.answer.why}</summary>
      <p className="mt-1 wrap-anywhere">{hint}</p>
    </details>
  );
}
