import type { ErrorBody } from '@noek/contract/calls/errors';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { filesToSendTexts as texts } from './texts.ts';

/** The server's refusal of a file, or one that repeats it, in the form of the other calls' refusals. */
export class FileRefusal extends Error {
  readonly data: { httpStatus: number; code?: string };

  constructor(message: string, httpStatus: number, code?: string) {
    super(message);
    this.data = { httpStatus, ...(code !== undefined && { code }) };
  }
}

export type Uploading = { signal: AbortSignal; onProgress?: (progress: number) => void };

/** Sends a file to the server. Rejects with a `FileRefusal`, or with a TypeError if no answer came. */
export function uploadFile(file: Blob, name: string, { signal, onProgress }: Uploading): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError(texts.notReached));
    request.onload = () => {
      const answer = answerOf<SentFile & ErrorBody>(request);
      if (request.status === 201 && answer) resolve(answer);
      else reject(new FileRefusal(answer?.message || texts.notReached, request.status, answer?.code));
    };
    request.open('POST', `/api/files?name=${encodeURIComponent(name.slice(0, 500))}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

function answerOf<Answer>(request: XMLHttpRequest): Answer | null {
  try {
    return JSON.parse(request.responseText) as Answer;
  } catch {
    return null;
  }
}
