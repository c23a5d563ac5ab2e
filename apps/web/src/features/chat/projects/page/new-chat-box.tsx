import { hasFinePointer } from '../../../../components/page/fine-pointer.ts';
import { MessageBox } from '../../composer/message-box.tsx';
import { projectOf } from '../../send/outbox-entry.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSend } from '../../session/sends.ts';
import { WaitingMessage } from '../../thread/messages/waiting-message.tsx';
import { projectTexts } from '../texts.ts';

/** The message box of a project. A message sent here begins a chat in it; one that waits for a connection is above the box. */
export function NewChatBox({ projectId }: { projectId: string }) {
  const sends = useSend();
  const { input } = useOpenConversation();
  const waiting = sends.entries.filter(({ begins }) => begins !== null && projectOf(begins) === projectId);
  const parentId = waiting.length > 0 ? undefined : null;
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label={projectTexts.page.waiting} className="mb-5 grid gap-5">
          {waiting.map((entry) => (
            <WaitingMessage key={entry.clientMessageId} entry={entry} />
          ))}
        </section>
      )}
      <MessageBox
        busy={false}
        onStop={null}
        onSend={(content, files) => {
          sends.send({ content, files, parentId, kind: 'message' });
          // The conversation replaces the page, with another message box.
          if (hasFinePointer()) requestAnimationFrame(() => input.current?.focus());
        }}
        onCommand={(content) => sends.send({ content, parentId, kind: 'command' })}
      />
    </>
  );
}
