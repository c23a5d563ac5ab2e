import type { ErrorBody } from '@noek/contract/calls/errors';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { type Posting, postWithProgress } from '../../../api/base/post-with-progress.ts';
import { filesToSendTexts as texts } from './texts.ts';

/** A refusal of a file, by the server or because of this device, in the form of the other calls' refusals. */
export class FileRefusal extends Error {
  readonly data: { httpStatus: number; code?: string };

  constructor(message: string, httpStatus: number, code?: string) {
    super(message);
    this.data = { httpStatus, ...(code !== undefined && { code }) };
  }
}

export type Uploading = Omit<Posting, 'type'>;

/** Sends a file to the server. Rejects with a `FileRefusal`, or with a TypeError if no answer came. */
export async function uploadFile(file: Blob, name: string, uploading: Uploading): Promise<SentFile> {
  const path = `/api/files?name=${encodeURIComponent(name.slice(0, 500))}`;
  const answer = await postWithProgress(path, file, { ...uploading, type: 'application/octet-stream' }).catch(
    async (error) => {
      if (!(error instanceof TypeError)) throw error;
      await requireReadable(file);
      throw new TypeError(texts.notReached);
    },
  );
  const body = await answer.json().then(
    (value: SentFile & ErrorBody) => value,
    () => null,
  );
  if (answer.status === 201 && body) return body;
  throw new FileRefusal(body?.message || texts.notReached, answer.status, body?.code);
}

/**
 * Rejects with a `FileRefusal` if the browser cannot read a file: it is a folder, or was changed, moved or deleted after it was chosen. To
 * the page, sending such a file looks as if the connection were lost.
 */
export async function requireReadable(file: Blob): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new FileRefusal(texts.unreadable, 400);
    });
}
