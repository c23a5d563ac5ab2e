import type { SharedMessage } from '@noek/contract/chat/sharing';
import { FileNames } from '../files/in-messages/file-names.tsx';
import { AnswerText } from '../markdown/answer-text.tsx';
import { AnswerFrame } from '../message/answer-frame.tsx';
import { Bubble, MessageFrame } from '../message/message-frame.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { hasMarkup, OwnText } from '../thread/messages/own-text.tsx';
import { sharingTexts } from './texts.ts';

/** A message as readers of a link will see it, without its actions. */
export function PreviewedMessage({ message: { role, content, status, files } }: { message: SharedMessage }) {
  if (role === 'user')
    return (
      <TextBoundary text={content}>
        <MessageFrame author={sharingTexts.page.question}>
          <FileNames files={files} />
          {content.trim() !== '' && <Bubble text={content}>{hasMarkup(content) && <OwnText text={content} />}</Bubble>}
        </MessageFrame>
      </TextBoundary>
    );
  return (
    <AnswerFrame>
      <AnswerText text={content} growing={false} />
      {(status === 'stopped' || status === 'interrupted') && (
        <p className="mt-3 text-sm text-text-muted">{sharingTexts.page[status]}</p>
      )}
    </AnswerFrame>
  );
}
