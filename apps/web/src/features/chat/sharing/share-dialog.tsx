import type { Conversation } from '@noek/contract/chat/schemas';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { useActivity } from '../streaming/activity.ts';
import { NewExpiryField, useNewExpiry } from './expiry-field.tsx';
import { IncludeChoice } from './include-choice.tsx';
import { PreviewedMessage } from './previewed-message.tsx';
import { sharingTexts } from './texts.ts';
import { useCreateLink } from './use-create-link.ts';

/** Shows what readers of a link will get, and until when, before a conversation is shared. */
export default function ShareDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { busy, create } = useCreateLink(conversation, onClose);
  const expiry = useNewExpiry();
  const [includeFiles, setIncludeFiles] = useState(false);
  const [includeDocuments, setIncludeDocuments] = useState(false);
  const { preview, error, retry } = useSharePreview(conversation);

  return (
    <Dialog title={sharingTexts.ask.title} className="max-w-136!" busy={busy} onClose={onClose}>
      <form
        className="mt-2 grid gap-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const expiresAt = expiry.read();
          if (busy || !preview || expiresAt === undefined) return;
          create({
            expiresAt,
            ...(includeFiles && preview.hasFiles && { includeFiles: true }),
            ...(includeDocuments && preview.documents > 0 && { includeDocuments: true }),
          });
        }}
      >
        {preview ? (
          <>
            <p className="text-pretty text-text-muted">{sharingTexts.ask.lead(preview.count)}</p>
            {preview.olderLeftOut && <Notice>{sharingTexts.page.olderLeftOut(preview.count)}</Notice>}
            {preview.messages.length > 0 && (
              <section
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                tabIndex={0}
                aria-label={sharingTexts.ask.preview}
                className="scroll-area grid max-h-[min(16rem,34dvh)] gap-5 rounded-card border border-border bg-background p-4"
              >
                {preview.messages.map((message) => (
                  <PreviewedMessage key={message.id} message={message} />
                ))}
                {preview.count > preview.messages.length && (
                  <p className="text-center text-sm text-text-muted">
                    {sharingTexts.ask.more(preview.count - preview.messages.length)}
                  </p>
                )}
              </section>
            )}
          </>
        ) : error ? (
          <Unreadable text={errorText(error)} onRetry={retry} />
        ) : (
          <div role="status" className="grid gap-5">
            <span className="sr-only">{sharingTexts.link.loading}</span>
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        <NewExpiryField expiry={expiry} />
        {preview?.hasFiles && (
          <IncludeChoice
            label={sharingTexts.files.include}
            hint={sharingTexts.files.hint}
            checked={includeFiles}
            disabled={busy}
            onChange={setIncludeFiles}
          />
        )}
        {preview && preview.documents > 0 && (
          <IncludeChoice
            label={sharingTexts.documents.include}
            hint={`${sharingTexts.documents.count(preview.documents)}. ${sharingTexts.documents.hint}`}
            checked={includeDocuments}
            disabled={busy}
            onChange={setIncludeDocuments}
          />
        )}
        <FormButtons
          submit={sharingTexts.ask.create}
          disabled={!preview}
          isSaving={busy}
          cancelDisabled={busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** What would be shared now. It follows the conversation, which may change while the dialog is open. */
function useSharePreview(conversation: Conversation) {
  const conversationId = conversation.id;
  const { data, error, refetch } = trpc.chat.sharePreview.useQuery({ conversationId }, { staleTime: 0, gcTime: 0 });
  const known = trpc.chat.conversation.useQuery({ conversationId }, { enabled: false }).data ?? conversation;
  const state = `${known.updatedAt} ${useActivity(conversationId)}`;
  const read = useRef(state);
  useEffect(() => {
    if (read.current === state) return;
    read.current = state;
    void refetch();
  }, [state, refetch]);
  return { preview: data, error: data ? null : error, retry: () => void refetch() };
}
