import type { ErrorBody } from '@noek/contract/calls/errors';
import { failedAnswer } from './base/failed-answer.ts';
import { refusal } from './refusal.ts';

/**
 * Sends files to a documented path as the field `file` of a form. The browser reads them while it sends them. `onProgress` gets the share that
 * was sent, which `fetch` does not tell. Throws refusals, the reason of the signal, and errors as `fetch` throws them.
 */
export async function uploadFiles(
  path: `/api/${string}`,
  files: readonly { name: string; file: Blob }[],
  how: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<void> {
  const form = new FormData();
  for (const { name, file } of files) form.append('file', file, name);
  const answer = await post(path, form, how);
  const failure = await failedAnswer(answer);
  if (failure) throw failure;
  if (answer.ok) return;
  const { message, ...data } = (await answer.json()) as ErrorBody;
  throw refusal(message, { ...data, httpStatus: answer.status });
}

function post(
  path: string,
  body: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('Failed to send'));
    request.onload = () => {
      const type = request.getResponseHeader('Content-Type');
      const { status, statusText, responseText } = request;
      resolve(
        new Response(responseText, { status, statusText, headers: type === null ? {} : { 'Content-Type': type } }),
      );
    };
    request.open('POST', path);
    request.send(body);
  });
}
