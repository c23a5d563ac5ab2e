import { type ReactNode, Suspense, useCallback, useEffect, useMemo } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { type ShowFiles, ShowFilesContext, showFilesOf, useShownFiles } from './show-files.ts';

const FileViewer = codePart(() => import('./viewer/file-viewer.tsx')).lazy();

/**
 * The conversation on screen, whose files open in a viewer. The viewer is here and not in a message, because the list removes a message from
 * the page when it is far away. `isOwn`: the conversation and its files are the person's; otherwise they are shared with the person.
 */
export function FilesPane(props: { conversationId: number | null; isOwn: boolean; children: ReactNode }) {
  const { conversationId, isOwn, children } = props;
  const shown = useShownFiles();
  useEffect(() => () => showFilesOf(null), []);
  const show: ShowFiles = useCallback(
    (files, at, page) => showFilesOf({ conversationId, files, at, page }),
    [conversationId],
  );
  const sharedIn = isOwn ? null : conversationId;
  const value = useMemo(() => ({ show, sharedIn }), [show, sharedIn]);
  return (
    <ShowFilesContext value={value}>
      {children}
      <Suspense fallback={null}>
        {shown && shown.conversationId === conversationId && (
          <FileViewer
            files={shown.files}
            at={shown.at}
            page={shown.page}
            sharedIn={sharedIn}
            onClose={() => showFilesOf(null)}
          />
        )}
      </Suspense>
    </ShowFilesContext>
  );
}
