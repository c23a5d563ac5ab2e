import type { Message } from '@noek/contract/chat/schemas';
import { memo, useId, useState } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';
import { OpenBlocks } from '../../documents/blocks/open-blocks.tsx';
import { AnswerText } from '../../markdown/answer-text.tsx';
import { useUsedHere } from '../../memories-used/used-here.tsx';
import { AnswerFrame } from '../../message/answer-frame.tsx';
import { CopyButton } from '../../message/copy-button.tsx';
import { onHover } from '../../message/message-actions.ts';
import { MessageTime } from '../../message/message-time.tsx';
import { messageTexts } from '../../message/texts.ts';
import { useAnswer } from '../../streaming/answers.ts';
import { threadTexts } from '../texts.ts';
import { AnswerBody } from './answer-body.tsx';
import { AnswerFoot } from './answer-foot.tsx';

/** An answer, growing or final, with its outcome and its actions. */
export const AssistantMessage = memo(function AssistantMessage(props: {
  message: Message;
  versions: readonly string[] | undefined;
  /** The newest answer always shows its actions. */
  last: boolean;
}) {
  const { message, versions, last } = props;
  const answer = useAnswer(message);
  const streaming = message.status === 'streaming';
  const isFailed = message.status === 'failed';
  const usedHere = useUsedHere({
    messageId: message.id,
    // A failed answer has used no memories.
    memories: isFailed ? [] : message.memories,
    files: message.usedFiles,
    instructions: isFailed ? [] : message.instructions,
  });
  const leftOut = useNote(threadTexts.answer.turnsLeftOut, threadTexts.answer.turnsLeftOutHint);
  const demo = useNote(threadTexts.answer.demo, threadTexts.answer.demoHint);
  return (
    <AnswerFrame growing={streaming && !answer.reconnecting}>
      <OpenBlocks message={message}>
        <AnswerBody message={message} answer={answer} />
      </OpenBlocks>
      {!streaming && (
        <>
          <AnswerFoot
            {...{ message, versions, last }}
            text={answer.text}
            demo={demo.button}
            used={
              <>
                {usedHere.button}
                {message.turnsLeftOut > 0 && leftOut.button}
              </>
            }
          />
          {demo.note}
          {leftOut.note}
          {usedHere.list}
        </>
      )}
    </AnswerFrame>
  );
});

/** The answer to a mode command. It is quiet and has only one version. */
export const CommandReply = memo(function CommandReply({ message }: { message: Message }) {
  return (
    <AnswerFrame>
      <div className="text-text-muted [&_.prose]:text-base!">
        <AnswerText text={message.content} growing={false} />
        <div className="-ml-2 flex min-h-(--size-control-sm) items-center gap-x-0.5 text-xs tabular-nums">
          <MessageTime at={message.createdAt} className="px-2" />
          <CopyButton text={message.content} label={messageTexts.copyAnswer} className={onHover} />
        </div>
      </div>
    </AnswerFrame>
  );
});

/** A few words in the row below an answer that open a sentence about them, so that touch and keyboard reach it, too. */
function useNote(label: string, text: string) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = (
    <TextButton
      className="text-text-muted! text-xs hover:text-text!"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
    >
      {label}
    </TextButton>
  );
  const note = open && (
    <p id={id} className="mt-1 mb-2 max-w-prose text-pretty text-sm text-text-muted">
      {text}
    </p>
  );
  return { button, note };
}
