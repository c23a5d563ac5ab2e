import type { ListedFile } from '@noek/contract/files/schemas';
import { Download, FileSpreadsheet, FileText, Trash2 } from 'lucide-react';
import { errorCode } from '../../../api/base/error-text.ts';
import { reasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { buttonClass } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { byteSize } from '../../../components/byte-size.ts';
import { OnDay } from '../../../components/dates/when.tsx';
import { ConfirmButton } from '../../../components/dialogs/confirm-button.tsx';
import { PageLink } from '../../../components/page/page-link.tsx';
import { Item } from '../item.tsx';
import { fileTexts } from './texts.ts';

/** One file with the conversations that have it. Calls `onDeleted` when it was deleted, here or elsewhere. */
export function FileItem({ file, onDeleted }: { file: ListedFile; onDeleted: () => void }) {
  const { id, name, size, createdAt, conversations, problem, state } = file;
  const remove = trpc.files.remove.useMutation({
    onSuccess() {
      toast(fileTexts.deleted);
      onDeleted();
    },
    meta: { failed: unlessGone(reasonOr(fileTexts.deleteFailed)) },
    onError(error) {
      if (errorCode(error) === 'NOT_FOUND') onDeleted();
    },
  });
  return (
    <Item
      wraps
      title={
        <span className="flex items-center gap-3">
          <Picture file={file} />
          <span dir="auto" className="min-w-0">
            {name}
          </span>
        </span>
      }
      control={
        <span className="flex gap-2">
          <a
            className={buttonClass('quiet', 'sm')}
            href={`/api/files/${encodeURIComponent(id)}/content`}
            download={name}
            aria-label={fileTexts.downloadNamed(name)}
          >
            <Download className="icon" aria-hidden />
            {fileTexts.download}
          </a>
          <ConfirmButton
            variant="danger-quiet"
            size="sm"
            disabled={remove.isPending}
            aria-label={fileTexts.deleteNamed(name)}
            question={{ ...fileTexts.question, question: fileTexts.question.question(name) }}
            destructive
            onConfirm={() => remove.mutate({ fileId: id })}
          >
            <Trash2 className="icon" aria-hidden />
            {remove.isPending ? fileTexts.deleting : fileTexts.delete}
          </ConfirmButton>
        </span>
      }
    >
      <p className="mt-1">
        {byteSize(size)} · <OnDay at={createdAt} />
        {state === 'reading' && ` · ${fileTexts.reading}`}
      </p>
      {problem && <p>{problem}</p>}
      <p>
        {conversations.length === 0
          ? fileTexts.notSent
          : conversations.map((conversation, at) => (
              <span key={conversation.id}>
                {at > 0 && ' · '}
                <PageLink className="prose-link" href={`/chat/${conversation.id}`}>
                  <span dir="auto">{conversation.title}</span>
                </PageLink>
              </span>
            ))}
      </p>
    </Item>
  );
}

/** A picture's preview, or an icon for other files. */
function Picture({ file: { id, type } }: { file: ListedFile }) {
  const place = 'size-10 flex-none rounded-control border border-border';
  if (type.startsWith('image/'))
    return (
      <img
        src={`/api/files/${encodeURIComponent(id)}/preview`}
        alt=""
        loading="lazy"
        decoding="async"
        className={`${place} object-cover`}
      />
    );
  const Icon = type.includes('spreadsheet') ? FileSpreadsheet : FileText;
  return (
    <span className={`${place} grid place-items-center text-text-muted`}>
      <Icon className="icon" aria-hidden />
    </span>
  );
}
