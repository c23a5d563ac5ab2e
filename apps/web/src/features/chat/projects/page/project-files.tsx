import type { File as ProjectFile } from '@noek/contract/files/schemas';
import { Plus, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { Button, TextButton } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { byteSize } from '../../../../components/byte-size.ts';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { LoadingList } from '../../../../components/states/loading-list.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { FileIcon } from '../../files/file-icon.tsx';
import { isBeingRead } from '../../files/file-kind.ts';
import { readingText } from '../../files/texts.ts';
import type { Upload } from '../../files-to-send/upload-queue.ts';
import { chatTexts } from '../../texts.ts';
import { projectTexts } from '../texts.ts';
import { ProjectSection } from './project-section.tsx';
import { useProjectFiles } from './use-project-files.ts';

const texts = projectTexts.page.files;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** The files that all chats of a project are given. They are added with a button, or dropped here. */
export function ProjectFiles({ projectId }: { projectId: string }) {
  const { query, adding, refusal, add, tryAgain, cancel, remove } = useProjectFiles(projectId);
  const [isOver, setOver] = useState(false);
  const [asking, setAsking] = useState<ProjectFile | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const files = query.data ?? [];
  const drop = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      add([...event.dataTransfer.files]);
    },
  };
  return (
    <ProjectSection
      heading={texts.heading}
      lead={texts.lead}
      aside={
        query.data &&
        files.length > 0 && <span className="text-text-muted text-xs tabular-nums">{texts.count(files.length)}</span>
      }
    >
      <div
        {...drop}
        className={`grid gap-3 rounded-card border border-dashed p-3 ${isOver ? 'border-accent bg-accent-soft' : 'border-border-strong'}`}
      >
        {query.isPending ? (
          <LoadingList label={texts.loading} rows={2} />
        ) : query.isError && !query.data ? (
          <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />
        ) : files.length === 0 && adding.length === 0 ? (
          <p className="text-sm text-text-muted">{isOver ? texts.drop : texts.empty}</p>
        ) : (
          <ul aria-label={texts.list} className="grid max-h-96 scroll-area gap-1">
            {adding.map((one) => (
              <AddingRow
                key={one.key}
                upload={one}
                onRetry={() => tryAgain(one.key)}
                onRemove={() => cancel(one.key)}
              />
            ))}
            {files.map((file) => (
              <Row
                key={file.id}
                name={file.name}
                type={file.type}
                href={`/api/files/${encodeURIComponent(file.id)}/content`}
                onRemove={() => setAsking(file)}
              >
                <span className={file.state === 'failed' ? 'text-danger-ink' : undefined}>
                  {file.problem ?? (isBeingRead(file) ? readingText(file) : byteSize(file.size))}
                </span>
              </Row>
            ))}
          </ul>
        )}
        {refusal && (
          <p role="alert" className="text-danger-ink text-sm">
            {refusal}
          </p>
        )}
        <div>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <Button size="sm" variant="quiet" onClick={() => picker.current?.click()}>
            <Plus className="icon" aria-hidden />
            {texts.add}
          </Button>
        </div>
      </div>
      <AlertDialog
        open={asking !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={texts.removeQuestion.title}
        question={texts.removeQuestion.question(asking?.name ?? '')}
        confirm={texts.removeQuestion.confirm}
        destructive
        onConfirm={() => asking && void remove(asking)}
      />
    </ProjectSection>
  );
}

function AddingRow(props: { upload: Upload; onRetry: () => void; onRemove: () => void }) {
  const { source, progress, problem, isFinal } = props.upload;
  return (
    <Row name={source.name} type={source.type} onRemove={props.onRemove}>
      {problem === null ? (
        <>
          {texts.uploading(Math.round(progress * 100))}
          <progress
            className="mt-1 block h-1 w-full overflow-hidden rounded-full accent-accent"
            aria-label={source.name}
            value={progress}
            max={1}
          />
        </>
      ) : (
        <>
          <span role="alert" className="text-danger-ink">
            {problem}
          </span>{' '}
          {!isFinal && <TextButton onClick={props.onRetry}>{chatTexts.tryAgain}</TextButton>}
        </>
      )}
    </Row>
  );
}

function Row(props: { name: string; type: string; href?: string; onRemove: () => void; children: ReactNode }) {
  const { name, type, href } = props;
  return (
    <li className="flex min-h-11 min-w-0 items-center gap-2.5">
      <FileIcon file={{ name, type }} className="icon flex-none text-text-muted" />
      <div className="min-w-0 flex-1 leading-5">
        {href === undefined ? (
          <p dir="auto" className="truncate text-sm">
            {name}
          </p>
        ) : (
          <a
            dir="auto"
            href={href}
            download={name}
            title={name}
            className="block truncate text-sm no-underline hover:underline hover:underline-offset-3"
          >
            {name}
          </a>
        )}
        <div className="text-text-muted text-xs">{props.children}</div>
      </div>
      <IconButton label={texts.remove(name)} onClick={props.onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
