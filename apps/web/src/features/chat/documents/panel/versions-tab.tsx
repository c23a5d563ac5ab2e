import type { DocumentVersion, DocumentWithContent } from '@noek/contract/documents/schemas';
import { ArrowLeft, Bot, UserRound } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { byteSize } from '../../../../components/byte-size.ts';
import { When } from '../../../../components/dates/when.tsx';
import { Select } from '../../../../components/fields/select.tsx';
import { LoadingList } from '../../../../components/states/loading-list.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { documentTexts } from '../texts.ts';
import { lineClass } from './document-list.tsx';

const CompareView = codePart(() => import('../source/compare-view.tsx')).lazy();

const texts = documentTexts.versions;

/** The versions of a document, and what differs between two of them. */
export function VersionsTab({ document }: { document: DocumentWithContent }) {
  const { id, version: newest } = document;
  const query = trpc.documents.versions.useQuery({ documentId: id }, { staleTime: 0 });
  const [shown, setShown] = useState<number | null>(null);
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version was made
  useEffect(() => void refetch(), [newest, refetch]);
  if (query.isPending) return <LoadingList label={texts.loading} />;
  if (!query.data)
    return (
      <div className="p-4">
        <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />
      </div>
    );
  if (shown !== null)
    return <VersionView document={document} versions={query.data} number={shown} onBack={() => setShown(null)} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <div className="scroll-area min-h-0 flex-1 overflow-y-auto px-2 py-2" tabIndex={0}>
      {query.isError && <OutOfDate className="mb-2" text={errorText(query.error)} />}
      <ul aria-label={texts.list}>
        {query.data.map((version) => (
          <li key={version.number} className="flex items-center gap-1">
            <button type="button" className={lineClass} onClick={() => setShown(version.number)}>
              {version.madeBy === 'answer' ? (
                <Bot className="icon text-text-muted" aria-hidden />
              ) : (
                <UserRound className="icon text-text-muted" aria-hidden />
              )}
              <span className="min-w-0 flex-1 truncate">
                {documentTexts.version(version.number)}
                {version.number === newest && <span className="text-text-muted"> · {texts.newest}</span>}
              </span>
              <span className="flex-none text-text-muted text-xs tabular-nums">
                {whoOf(version)} · <When at={version.createdAt} /> · {byteSize(version.bytes)}
              </span>
            </button>
            {version.number !== newest && <Restore document={document} number={version.number} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

const whoOf = ({ madeBy }: DocumentVersion) => (madeBy === 'answer' ? texts.byAnswer : texts.byPerson);

/** Makes an earlier version the newest again. */
function Restore({ document, number }: { document: DocumentWithContent; number: number }) {
  const utils = trpc.useUtils();
  const { id: documentId } = document;
  const read = () => {
    void utils.documents.document.invalidate({ documentId });
    void utils.documents.versions.invalidate({ documentId });
    void utils.documents.list.invalidate();
  };
  const restore = trpc.documents.restore.useMutation({
    onSuccess: read,
    onError: (error) => tellFailure(texts.restoreFailed, error),
  });
  const onClick = () => {
    const before = document.version;
    restore.mutate(
      { documentId, version: number },
      {
        onSuccess: ({ version }) =>
          toast({
            title: texts.restored(number),
            description: texts.restoredAs(version),
            action: { label: texts.undo, run: () => restore.mutate({ documentId, version: before }) },
          }),
      },
    );
  };
  return (
    <Button variant="quiet" size="sm" className="flex-none" disabled={restore.isPending} onClick={onClick}>
      {texts.restore(number)}
    </Button>
  );
}

/** One version, and what differs from another one: the one before it, unless the person chooses. */
function VersionView(props: {
  document: DocumentWithContent;
  versions: readonly DocumentVersion[];
  number: number;
  onBack: () => void;
}) {
  const { document, versions, number, onBack } = props;
  const [other, setOther] = useState(number > 1 ? number - 1 : 0);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const after = useText(document, number);
  const before = useText(document, other === 0 ? number : other);
  useEffect(() => root.current?.querySelector('button')?.focus(), []);
  const [low, high] = other === 0 || other < number ? [other || number, number] : [number, other];
  const [from, to] = low === number && other !== 0 ? [after.text, before.text] : [before.text, after.text];
  const failed = [before, after].find(({ error }) => error !== null);
  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 border-border border-b px-3 py-2">
        <IconButton label={texts.back} onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
        <span className="flex-1 basis-24 font-medium text-[0.875rem]">{documentTexts.version(number)}</span>
        <label htmlFor={id} className="text-sm text-text-muted">
          {texts.compareWith}
        </label>
        <Select id={id} className="w-36" value={other} onChange={(event) => setOther(Number(event.target.value))}>
          <option value={0}>{texts.nothing}</option>
          {versions.map((version) =>
            version.number === number ? null : (
              <option key={version.number} value={version.number}>
                {documentTexts.version(version.number)}
              </option>
            ),
          )}
        </Select>
        {number !== document.version && <Restore document={document} number={number} />}
      </div>
      {failed ? (
        <div className="p-4">
          <Unreadable text={errorText(failed.error)} onRetry={failed.retry} />
        </div>
      ) : from === undefined || to === undefined ? (
        <div role="status" aria-label={texts.loading} className="p-4">
          <Skeleton className="h-4 w-3/5" />
        </div>
      ) : (
        <Suspense fallback={null}>
          <CompareView
            key={`${low}-${high}`}
            kind={document.kind}
            before={{ text: from, label: texts.content(low) }}
            after={{ text: to, label: texts.content(high) }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The text of a version, undefined while it is not known, and why it cannot be read. */
function useText(document: DocumentWithContent, number: number) {
  const isNewest = number === document.version;
  const { data, error, refetch } = trpc.documents.version.useQuery(
    { documentId: document.id, version: number },
    { enabled: !isNewest, staleTime: Number.POSITIVE_INFINITY },
  );
  return {
    text: isNewest ? document.content : data?.content,
    error: isNewest || data ? null : error,
    retry: () => void refetch(),
  };
}
