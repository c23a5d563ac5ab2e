import { useEffect, useState } from 'react';
import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { useDraftFiles, useOpenConversation } from '../session/open-conversation.ts';
import { uploads } from './uploads.ts';
import { isWaitingFile } from './waiting-file.ts';

/** Takes files that were deleted elsewhere out of the draft on screen, and returns their names. They could never be sent. */
export function useGoneFiles(): readonly string[] {
  const { drafts, id } = useOpenConversation();
  const { client } = trpc.useUtils();
  const files = useDraftFiles();
  const [gone, setGone] = useState<{ id: number | null; names: readonly string[] }>({ id, names: [] });
  useEffect(() => {
    for (const file of files) {
      if (isWaitingFile(file) || uploads.checked.has(file.id)) continue;
      uploads.checked.add(file.id);
      client.files.file.query({ fileId: file.id }).catch((error: unknown) => {
        if (errorCode(error) !== 'NOT_FOUND') return;
        drafts.writeFiles(
          id,
          drafts.files(id).filter((one) => one.id !== file.id),
        );
        setGone((now) => ({ id, names: [...(now.id === id ? now.names : []), file.name] }));
      });
    }
    const inDraft = new Set(files.map((file) => file.id));
    // A file that comes back after a refusal is asked about again.
    for (const known of uploads.checked) if (!inDraft.has(known)) uploads.checked.delete(known);
  }, [client, drafts, id, files]);
  return gone.id === id ? gone.names : [];
}
