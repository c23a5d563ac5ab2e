import type { ErrorBody } from '@noek/contract/calls/errors';
import { sessionFetch } from './base/session-fetch.ts';
import { refusal } from './refusal.ts';

/** Sends a file to a documented path. The browser reads it while it sends it. Throws refusals and the errors of `fetch`. */
export async function uploadFile(path: `/api/${string}`, file: File): Promise<void> {
  const headers = { 'Content-Type': file.type || 'application/octet-stream' };
  const answer = await sessionFetch(path, { method: 'POST', headers, body: file });
  if (answer.ok) return;
  const { message, ...data } = (await answer.json()) as ErrorBody;
  throw refusal(message, { ...data, httpStatus: answer.status });
}
