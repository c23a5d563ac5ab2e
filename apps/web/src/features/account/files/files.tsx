import type { FilePage, ListedFile } from '@noek/contract/files/schemas';
import { Download, FileSpreadsheet, FileText, Trash2 } from 'lucide-react';
import { errorCode } from '../../../api/base/error-text.ts';
import { reasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { buttonClass } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { byteSize } from '../../../components/byte-size.ts';
import { OnDay } from '../../../components/dates/when.tsx';
import { ConfirmButton } from '../../../components/dialogs/confirm-button.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { PageLink } from '../../../components/page/page-link.tsx';
import { ProgressBar } from '../../../components/states/progress-bar.tsx';
import { titleOf } from '../../chat/texts.ts';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { fileTexts } from './texts.ts';

const listInput = { limit: 50 };

/** The user's files, a page at a time, the space that all of them use, and how to download and delete each. */
export function Files() {
  const utils = trpc.useUtils();
  const query = trpc.files.list.useInfiniteQuery(listInput, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  // Many pages may be shown, so they are not read again.
  const forget = (file: ListedFile) =>
    utils.files.list.setInfiniteData(
      listInput,
      (data) => data && { ...data, pages: data.pages.map((page) => without(page, file)) },
    );
  return (
    <ReadSection query={query} label={fileTexts.loading}>
      {({ pages }) => {
        const files = pages.flatMap((page) => page.files);
        const newest = pages.at(-1);
        return (
          <>
            {newest && <Space bytesUsed={newest.bytesUsed} bytesLimit={newest.bytesLimit} />}
            {files.length === 0 && !query.hasNextPage ? (
              <Item title={fileTexts.empty}>{fileTexts.emptyHint}</Item>
            ) : (
              <Items>
                {files.map((file) => (
                  <FileItem key={file.id} file={file} onDeleted={() => forget(file)} />
                ))}
              </Items>
            )}
            <MoreButton query={query} label={fileTexts.more} loading={fileTexts.loadingMore} />
          </>
        );
      }}
    </ReadSection>
  );
}

function without(page: FilePage, { id, size }: ListedFile): FilePage {
  return {
    ...page,
    files: page.files.filter((file) => file.id !== id),
    bytesUsed: Math.max(0, page.bytesUsed - size),
  };
}

function Space({ bytesUsed, bytesLimit }: { bytesUsed: number; bytesLimit: number }) {
  const text = fileTexts.spaceUsed(bytesUsed, bytesLimit);
  return (
    <div className="mb-6">
      <p className="text-sm text-text-muted">{text}</p>
      <ProgressBar
        label={fileTexts.space}
        value={Math.min(bytesUsed, bytesLimit)}
        max={bytesLimit}
        valueText={text}
        isFull={bytesUsed >= bytesLimit}
        className="mt-2.5"
      />
    </div>
  );
}

/** One file with the conversations and projects that have it. Calls `onDeleted` when it was deleted, here or elsewhere. */
function FileItem({ file, onDeleted }: { file: ListedFile; onDeleted: () => void }) {
  const { id, name, size, createdAt, problem, state } = file;
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
      <Places file={file} />
    </Item>
  );
}

/** The conversations and projects that have a file, as links. */
function Places({ file: { conversations, projects } }: { file: ListedFile }) {
  const places = [
    ...projects.map(({ id, name }) => ({ href: `/project/${encodeURIComponent(id)}`, name, of: fileTexts.project })),
    ...conversations.map(({ id, title }) => ({ href: `/chat/${id}`, name: titleOf({ title }), of: null })),
  ];
  if (places.length === 0) return <p>{fileTexts.notSent}</p>;
  return (
    <p>
      {places.map(({ href, name, of }, at) => (
        <span key={href}>
          {at > 0 && ' · '}
          {of && `${of} `}
          <PageLink className="prose-link" href={href}>
            <span dir="auto">{name}</span>
          </PageLink>
        </span>
      ))}
    </p>
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
