import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import type { Message } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { CommandLine } from '../../message/command-line.tsx';
import { CopyButton } from '../../message/copy-button.tsx';
import { CopyLinkItem } from '../../message/copy-link.tsx';
import { onHover, useMessageActions } from '../../message/message-actions.ts';
import { MessageFrame } from '../../message/message-frame.tsx';
import { MessageTime } from '../../message/message-time.tsx';
import { OtherActions } from '../../message/other-actions.tsx';
import { messageTexts } from '../../message/texts.ts';
import type { OutboxEntry } from '../../outbox/outbox-entry.ts';
import { MessageEditor } from '../editing/message-editor.tsx';
import { threadTexts } from '../texts.ts';
import { UserMessage } from './user-message.tsx';
import { VersionSwitch } from './version-switch.tsx';

/** A message of the person, with its actions: edit it (which creates a new version), copy it, switch versions, and a menu with the others. */
export const OwnMessage = memo(function OwnMessage(props: {
  content: string;
  createdAt: string;
  /** null while it is being sent. */
  message: Message | null;
  /** Its files while it is being sent. */
  files?: OutboxEntry['files'];
  versions?: readonly string[] | undefined;
  /** The initial text of its open editor; null while the editor is closed. */
  editing?: string | null;
}) {
  const { message, versions, editing = null } = props;
  const { busy, edit, returnsFocus } = useMessageActions();
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  const isEditing = editing !== null;
  useEffect(() => {
    // If another editor replaced this one, the focus stays in the other one.
    if (wasEditing.current && !isEditing && message && returnsFocus(message.id)) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, message, returnsFocus]);

  if (message && isEditing) return <MessageEditor message={message} text={editing} />;
  return (
    <UserMessage
      content={props.content}
      createdAt={props.createdAt}
      files={message?.files ?? props.files}
      firstActions={
        message && (
          <IconButton
            ref={button}
            label={threadTexts.editor.label}
            hint={threadTexts.editor.hint}
            disabled={busy}
            className={clsx(onHover, 'disabled:invisible')}
            onClick={() => edit(message)}
          >
            <Pencil aria-hidden />
          </IconButton>
        )
      }
    >
      {message && (
        <>
          <OtherActions className={clsx(onHover, 'data-[state=open]:opacity-100')}>
            <CopyLinkItem conversationId={message.conversationId} messageId={message.id} />
          </OtherActions>
          <VersionSwitch message={message} versions={versions} />
        </>
      )}
    </UserMessage>
  );
});

/** A mode command in the list of messages. */
export const CommandMessage = memo(function CommandMessage(props: { content: string; createdAt: string }) {
  const { content, createdAt } = props;
  const command = modeCommandOf(content);
  return (
    <MessageFrame>
      <div className="flex min-h-(--size-control-sm) items-center gap-0.5 text-text-muted text-xs">
        <CopyButton text={content} label={messageTexts.copyMessage} className={onHover} />
        {command && <CommandLine command={command} />}
        <MessageTime at={createdAt} className="px-1.5 tabular-nums" />
      </div>
    </MessageFrame>
  );
});
