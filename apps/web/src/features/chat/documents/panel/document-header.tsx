import type { DocumentKind } from '@noek/contract/documents/kinds';
import { maxDocumentTitleLength } from '@noek/contract/documents/limits';
import type { Document, DocumentWithContent } from '@noek/contract/documents/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { Check, ChevronDown, Copy, Download, Printer, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { useCopy } from '../../../../components/copy-text.ts';
import { AlertDialog } from '../../../../components/dialogs/alert-dialog.tsx';
import { DropdownMenu, MenuChoice, MenuChoices } from '../../../../components/dialogs/dropdown-menu.tsx';
import { EditInPlace } from '../../../../components/fields/edit-in-place.tsx';
import { DocumentIcon } from '../document-icon.tsx';
import { documentTexts } from '../texts.ts';
import { CloseButton } from './close-button.tsx';
import { saveAsFile } from './save-as-file.ts';
import { ShareDocument } from './share-document.tsx';

const texts = documentTexts.panel;

type Named = { id: string; title: string; kind: DocumentKind; conversationId: number };

/** The title of a document with what can be done with it. */
export function DocumentHeader(props: {
  named: Named;
  /** null while it cannot be read, or is being written. */
  document: Document | null;
  /** The version on screen. */
  version: number;
  text: () => string;
  onPrint?: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const { named, document, version, text, onOpen, onClose } = props;
  const { copied, copy } = useCopy();
  return (
    // In a narrow panel, the title has a line of its own.
    <header className="flex min-h-(--size-header) flex-none flex-wrap items-center gap-x-1 border-border border-b py-1.5 pr-2.5 pl-3">
      <div className="flex min-w-0 items-center gap-1 @max-[34rem]/document:w-[calc(100%-2.75rem)]">
        <DocumentIcon kind={named.kind} className="icon mr-1 text-text-muted" />
        <Title named={named} document={document} />
        <Switcher named={named} onOpen={onOpen} />
      </div>
      <span className="min-w-0 flex-1 truncate px-1.5 text-text-muted text-xs tabular-nums @max-[34rem]/document:order-1 @max-[34rem]/document:pl-8">
        {documentTexts.kinds[named.kind]}
        {version > 0 && ` · ${documentTexts.version(version)}`}
      </span>
      <div className="flex flex-none items-center @max-[34rem]/document:order-2">
        <IconButton label={copied ? texts.copied : texts.copy} onClick={() => copy(text())}>
          {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </IconButton>
        <IconButton label={texts.download} onClick={() => saveAsFile(named, text())}>
          <Download aria-hidden />
        </IconButton>
        {props.onPrint && (
          <IconButton label={texts.print} onClick={props.onPrint}>
            <Printer aria-hidden />
          </IconButton>
        )}
        {document && <ShareDocument document={document} />}
        {document && <Delete document={document} onClose={onClose} />}
      </div>
      <CloseButton onClose={onClose} />
    </header>
  );
}

/** What is wrong with a title; null if it is valid. */
function titleProblem(title: string): string | null {
  if (isBlank(title)) return texts.emptyTitle;
  if (title.trim().length > maxDocumentTitleLength) return texts.longTitle(maxDocumentTitleLength);
  return /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(title) ? texts.titleMarks : null;
}

function Title({ named, document }: { named: Named; document: Document | null }) {
  const [isEditing, setIsEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const rename = useRename();
  if (!document) return <h2 className="min-w-0 truncate px-1.5 font-medium text-[0.875rem]">{named.title}</h2>;
  if (isEditing)
    return (
      <div className="relative min-w-0 flex-1">
        <EditInPlace
          label={texts.titleField}
          title={document.title}
          check={titleProblem}
          failed={(error) => texts.renameFailed(errorText(error))}
          onSave={(title) => rename(document, title)}
          onClose={(byKeyboard) => {
            flushSync(() => setIsEditing(false));
            if (byKeyboard) button.current?.focus();
          }}
          className="h-8 w-full rounded-[0.375rem] px-1.5 text-[0.875rem] coarse:h-10 coarse:text-[1rem]"
          problemClass="absolute top-full left-0 z-(--z-sticky) mt-1 w-full rounded-control border border-danger-edge bg-danger-soft px-2 text-xs"
        />
      </div>
    );
  return (
    <h2 className="min-w-0">
      <button
        ref={button}
        type="button"
        aria-label={texts.rename(document.title)}
        {...tooltip(texts.rename(document.title))}
        className="block min-h-9 w-full min-w-0 truncate rounded-control px-1.5 text-start font-medium text-[0.875rem] hover:bg-surface-hover coarse:min-h-10"
        onClick={() => setIsEditing(true)}
      >
        <bdi>{document.title}</bdi>
      </button>
    </h2>
  );
}

/** Changes the title of a document. A version that was saved in the meantime does not matter to it. */
function useRename() {
  const utils = trpc.useUtils();
  return async ({ id, version }: Document, title: string) => {
    const send = (baseVersion: number) => utils.client.documents.update.mutate({ documentId: id, baseVersion, title });
    let renamed: Document;
    try {
      renamed = await send(version);
    } catch (error) {
      if (errorCode(error) !== 'CHANGED') throw error;
      renamed = await send((await utils.client.documents.document.query({ documentId: id })).version);
    }
    utils.documents.document.setData(
      { documentId: id },
      (before): DocumentWithContent | undefined =>
        before && { ...before, title: renamed.title, updatedAt: renamed.updatedAt },
    );
    void utils.documents.list.invalidate();
  };
}

/** Leads to the other documents of the conversation. */
function Switcher({ named, onOpen }: { named: Named; onOpen: (id: string) => void }) {
  const { data = [] } = trpc.documents.list.useQuery({ conversationId: named.conversationId });
  if (data.length < 2) return null;
  return (
    <DropdownMenu
      align="start"
      trigger={
        <IconButton label={texts.switch}>
          <ChevronDown aria-hidden />
        </IconButton>
      }
    >
      <MenuChoices value={named.id} onValueChange={onOpen}>
        {data.map(({ id, title, kind }) => (
          <MenuChoice key={id} value={id}>
            <DocumentIcon kind={kind} />
            <bdi className="max-w-64 flex-1 truncate">{title}</bdi>
          </MenuChoice>
        ))}
      </MenuChoices>
    </DropdownMenu>
  );
}

function Delete({ document, onClose }: { document: Document; onClose: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const utils = trpc.useUtils();
  const { id, title, versions, conversationId } = document;
  const remove = trpc.documents.remove.useMutation({
    onSuccess() {
      utils.documents.list.setData({ conversationId }, (list) => list?.filter((one) => one.id !== id));
      void utils.documents.list.invalidate();
      toast({ title: documentTexts.deletion.done });
      onClose();
    },
    onError: (error) => tellFailure(documentTexts.deletion.failed, error),
  });
  return (
    <>
      <IconButton label={texts.delete} disabled={remove.isPending} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <AlertDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={documentTexts.deletion.title}
        question={documentTexts.deletion.question(title, versions)}
        confirm={documentTexts.deletion.confirm}
        destructive
        onConfirm={() => remove.mutate({ documentId: id })}
      />
    </>
  );
}
