import type { AdminUser } from '@noek/contract/admin/schemas';
import type { Message } from '@noek/contract/chat/schemas';
import { refusalOf } from '@noek/contract/chat/sending';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { ReasonForm } from '../reason-form.tsx';
import { adminTexts } from '../texts.ts';
import { MessageList } from './message-list.tsx';

const texts = adminTexts.messages;

/** The status of a refusal, otherwise what is known about the connection. */
const failure = (error: unknown) => texts.failed(refusalOf(error)?.httpStatus ?? errorText(error));

/** Reads a person's messages, for a reason that the person can see. */
export function MessagesDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [read, setRead] = useState<{ reason: string; messages: Message[]; cursor: string | null } | null>(null);
  const open = trpc.admin.readUserMessages.useMutation();
  const readMore = async (reason: string, cursor?: string) => {
    const page = await open.mutateAsync({ id: user.id, reason, ...(cursor && { cursor }) });
    setRead({ reason, messages: [...page.messages, ...(read?.messages ?? [])], cursor: page.nextCursor });
  };
  return (
    <Dialog
      title={texts.title(user.name, user.email)}
      description={read ? texts.noted : texts.why}
      className="flex max-h-[calc(100dvh-2.5rem)] max-w-160! flex-col"
      onClose={onClose}
    >
      {read ? (
        <>
          <Conversation
            userId={user.id}
            messages={read.messages}
            earlier={read.cursor}
            isReading={open.isPending}
            onEarlier={(cursor) => void readMore(read.reason, cursor).catch(() => {})}
          />
          <div className="mt-4 grid gap-3">
            <FormRefusal text={open.isError ? failure(open.error) : undefined} />
            <DialogButtons>
              <Button variant="quiet" onClick={onClose}>
                {texts.close}
              </Button>
            </DialogButtons>
          </div>
        </>
      ) : (
        <ReasonForm
          label={texts.reason}
          submit={texts.open}
          submitting={texts.open}
          status={
            open.isPending && (
              <p role="status" className="text-sm text-text-muted">
                {texts.loading}
              </p>
            )
          }
          failed={failure}
          onSend={readMore}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}

function Conversation(props: {
  userId: string;
  messages: readonly Message[];
  earlier: string | null;
  isReading: boolean;
  onEarlier: (cursor: string) => void;
}) {
  const { messages, earlier, userId } = props;
  const { client } = trpc.useUtils();
  if (messages.length === 0) return <p className="py-10 text-center text-text-muted">{texts.empty}</p>;
  return (
    <section
      aria-label={texts.region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area -mx-2 mt-5 min-h-0 flex-1 rounded-control px-2"
    >
      {earlier !== null && (
        <div className="mb-4 text-center">
          <Button variant="quiet" size="sm" disabled={props.isReading} onClick={() => props.onEarlier(earlier)}>
            {props.isReading ? texts.loading : texts.earlier}
          </Button>
        </div>
      )}
      <MessageList
        messages={messages}
        addressOf={(fileId) =>
          `/api/admin/users/${encodeURIComponent(userId)}/files/${encodeURIComponent(fileId)}/content`
        }
        readDocument={(documentId, version) => client.admin.userDocument.query({ id: userId, documentId, version })}
      />
    </section>
  );
}
