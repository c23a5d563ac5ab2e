import { maxFileBytes } from '@noek/contract/files/limits';
import type { File as ProjectFile } from '@noek/contract/files/schemas';
import { maxFilesOfProject } from '@noek/contract/projects/limits';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { errorCode } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { isBeingRead } from '../../files/file-kind.ts';
import { uploadFile } from '../../files-to-send/upload-file.ts';
import type { UploadTarget } from '../../files-to-send/upload-queue.ts';
import { useUploads } from '../../files-to-send/uploads.ts';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.page.files;

/** How often files that are being read are asked for, in milliseconds. */
const readingMs = 2_000;

/** The files of a project, those that are being added to it, and how to add and remove files. */
export function useProjectFiles(projectId: string) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const query = trpc.projects.files.useQuery(
    { projectId },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? readingMs : false),
    },
  );
  const { queue } = useUploads();
  useSyncExternalStore(queue.subscribe, queue.state);
  const target = useProjectTarget(projectId);
  const [refusal, setRefusal] = useState<string | null>(null);
  return {
    query,
    adding: queue.at({ projectId }),
    refusal,
    add(files: readonly File[]): void {
      if (!navigator.onLine) {
        setRefusal(texts.offline);
        return;
      }
      const room = maxFilesOfProject - (query.data?.length ?? 0);
      const isWhole = queue.add(files, { target, place: { projectId }, room, maxBytes: maxFileBytes.person });
      setRefusal(isWhole ? null : texts.full);
    },
    tryAgain: (key: number) => queue.tryAgain(key),
    /** Cancels an upload, or forgets one that failed. */
    cancel: (key: number) => queue.cancel(key),
    async remove(file: ProjectFile): Promise<void> {
      await utils.projects.files.cancel({ projectId });
      utils.projects.files.setData({ projectId }, (files) => files?.filter(({ id }) => id !== file.id));
      try {
        await client.projects.removeFile.mutate({ projectId, fileId: file.id });
        toast({ title: texts.removed });
      } catch (error) {
        // It was removed elsewhere in the meantime.
        if (errorCode(error) !== 'NOT_FOUND') tellFailure(texts.removeFailed, error);
      }
      void utils.projects.files.invalidate({ projectId });
    },
  };
}

/** Adds uploaded files to a project. */
function useProjectTarget(projectId: string): UploadTarget {
  const { client, projects } = trpc.useUtils();
  const { identify } = useUploads();
  return useMemo(
    () => ({
      async upload({ source }, how) {
        await identify();
        const { id } = await uploadFile(source as File, source.name, how);
        return client.projects.addFile
          .mutate({ projectId, fileId: id }, { signal: how.signal })
          .catch((error: unknown) => {
            // Otherwise it would use space and belong to nothing.
            client.files.remove.mutate({ fileId: id }).catch(() => {});
            throw error;
          });
      },
      add: (file) =>
        projects.files.setData({ projectId }, (files) => files && [file, ...files.filter(({ id }) => id !== file.id)]),
    }),
    [client, identify, projects, projectId],
  );
}
