import type { ErrorBody } from '@noek/contract/calls/errors';
import { failedAnswer } from './base/failed-answer.ts';
import { postWithProgress } from './base/post-with-progress.ts';
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
  const answer = await postWithProgress(path, form, how);
  const failure = await failedAnswer(answer);
  if (failure) throw failure;
  if (answer.ok) return;
  const { message, ...data } = (await answer.json()) as ErrorBody;
  throw refusal(message, { ...data, httpStatus: answer.status });
}
