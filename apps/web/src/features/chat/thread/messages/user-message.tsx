import type { File } from '@noek/contract/files/schemas';
import { memo, type ReactNode } from 'react';
import { type FileName, FileNames } from '../../files/in-messages/file-names.tsx';
import { MessageFiles } from '../../files/in-messages/message-files.tsx';
import { CopyButton } from '../../message/copy-button.tsx';
import { onHover } from '../../message/message-actions.ts';
import { Bubble, MessageFrame } from '../../message/message-frame.tsx';
import { MessageTime } from '../../message/message-time.tsx';
import { messageTexts } from '../../message/texts.ts';
import { hasMarkup, OwnText } from './own-text.tsx';

/** A message of the person, or of the author of a shared conversation, with its time, the copy button and other actions. */
export const UserMessage = memo(function UserMessage(props: {
  content: string;
  createdAt: string;
  author?: string;
  files?: readonly File[] | undefined;
  /** The files of which only the names are known. */
  fileNames?: readonly FileName[];
  /** The actions before the copy button. One that is hidden at times belongs here, where it leaves no gap. */
  firstActions?: ReactNode;
  /** The actions after the copy button. */
  children?: ReactNode;
}) {
  const { content, createdAt, author, files = [], fileNames = [] } = props;
  return (
    <MessageFrame author={author}>
      <MessageFiles files={files} />
      <FileNames files={fileNames} />
      {content.trim() !== '' && <Bubble text={content}>{hasMarkup(content) && <OwnText text={content} />}</Bubble>}
      <div className="flex min-h-(--size-control-sm) items-center gap-0.5 text-text-muted text-xs">
        {props.firstActions}
        {content.trim() !== '' && <CopyButton text={content} label={messageTexts.copyMessage} className={onHover} />}
        {props.children}
        <MessageTime at={createdAt} className="px-1.5 tabular-nums" />
      </div>
    </MessageFrame>
  );
});
