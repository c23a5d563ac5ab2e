import type { FilePage, ListedFile } from '@noek/contract/files/schemas';
import { trpc } from '../../../api/trpc.ts';
import { MoreButton } from '../../../components/more-button.tsx';
import { ProgressBar } from '../../../components/states/progress-bar.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { FileItem } from './file-item.tsx';
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
