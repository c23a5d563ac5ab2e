import { maxFileBytes } from '@noek/contract/files/limits';
import type { File as ProjectFile } from '@noek/contract/files/schemas';
import { maxFilesOfProject } from '@noek/contract/projects/limits';
import { useEffect, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../../api/base/error-text.ts';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { isBeingRead } from '../../files/file-kind.ts';
import { filesToSendTexts } from '../../files-to-send/texts.ts';
import { uploadFile } from '../../files-to-send/upload-file.ts';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.page.files;

/** A file that is being added, or could not be added. */
export type Adding = { key: number; file: File; progress: number; problem: string | null };

/** How often files that are being read are asked for, in milliseconds. */
const readingMs = 2_000;
/** At most this many files are sent at once. */
const atOnce = 3;

let nextKey = 1;

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
  const [adding, setAdding] = useState<readonly Adding[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const waiting = useRef<Adding[]>([]);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const { current } = running;
    return () => {
      waiting.current = [];
      for (const upload of current.values()) upload.abort();
    };
  }, []);

  const change = (to: (files: ProjectFile[]) => ProjectFile[]) =>
    utils.projects.files.setData({ projectId }, (files) => files && to(files));
  const update = (key: number, fields: Partial<Adding>) =>
    setAdding((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  const forget = (key: number) => setAdding((all) => all.filter((one) => one.key !== key));

  async function send({ key, file }: Adding): Promise<void> {
    const upload = new AbortController();
    running.current.set(key, upload);
    try {
      const { id } = await uploadFile(file, file.name, {
        signal: upload.signal,
        onProgress: (progress) => update(key, { progress }),
      });
      const added = await client.projects.addFile.mutate({ projectId, fileId: id }).catch((error: unknown) => {
        // Otherwise it would use space and belong to nothing.
        client.files.remove.mutate({ fileId: id }).catch(() => {});
        throw error;
      });
      change((files) => [added, ...files.filter((one) => one.id !== added.id)]);
      forget(key);
    } catch (error) {
      if (!upload.signal.aborted) update(key, { problem: errorText(error) });
    }
    running.current.delete(key);
    run();
  }
  function run(): void {
    while (running.current.size < atOnce) {
      const next = waiting.current.shift();
      if (!next) return;
      void send(next);
    }
  }

  return {
    query,
    adding,
    refusal,
    add(files: readonly File[]): void {
      setRefusal(null);
      if (!navigator.onLine) {
        setRefusal(texts.offline);
        return;
      }
      const room = Math.max(0, maxFilesOfProject - (query.data?.length ?? 0) - adding.length);
      if (files.length > room) setRefusal(texts.full);
      const added = files.slice(0, room).map((file): Adding => {
        const isTooLarge = file.size > maxFileBytes.person;
        const problem = isTooLarge
          ? filesToSendTexts.tooLarge(maxFileBytes.person)
          : file.size === 0
            ? filesToSendTexts.empty
            : null;
        return { key: nextKey++, file, progress: 0, problem };
      });
      setAdding((all) => [...all, ...added]);
      waiting.current.push(...added.filter(({ problem }) => problem === null));
      run();
    },
    tryAgain(one: Adding): void {
      update(one.key, { problem: null, progress: 0 });
      waiting.current.push(one);
      run();
    },
    /** Cancels an upload, or forgets one that failed. */
    cancel({ key }: Adding): void {
      waiting.current = waiting.current.filter((one) => one.key !== key);
      running.current.get(key)?.abort();
      forget(key);
    },
    async remove(file: ProjectFile): Promise<void> {
      await utils.projects.files.cancel({ projectId });
      change((files) => files.filter(({ id }) => id !== file.id));
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
