import type { File as SentFile } from '@noek/contract/files/schemas';
import { newClientMessageId } from '../outbox/client-message-id.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { bytesKept, keepFile, keptFile, recordSent, removeKept, sweep } from './kept-files.ts';
import { filesToSendTexts as texts } from './texts.ts';
import { FileRefusal, requireReadable, type Uploading, uploadFile } from './upload-file.ts';
import { isWaitingFile, waitingFileId } from './waiting-file.ts';

/** How many bytes of files can wait on this device. */
export const maxBytesWaiting = 250 * 1024 * 1024;

/** Keeps a file on this device until the server can be reached. Rejects with a `FileRefusal` that says why that is not possible. */
export async function keepWaiting(file: File): Promise<SentFile> {
  const { name, type, size } = file;
  const id = waitingFileId(newClientMessageId());
  try {
    await sweep();
    if ((await bytesKept()) + size > maxBytesWaiting) throw new FileRefusal(texts.tooMuchWaiting(maxBytesWaiting), 507);
    await keepFile({ id, name, size, at: Date.now(), bytes: file, sent: null });
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    await requireReadable(file);
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    throw new FileRefusal(isFull ? texts.deviceFull : texts.notKept, 507);
  }
  return { id, name, type, size, state: 'reading' };
}

/**
 * Uploads a file that waits, once for all tabs, and returns it as the server has it. Rejects with a `FileRefusal` if the server does not
 * take it or this device no longer has it.
 */
export async function deliver({ id, name }: SentFile, identify: () => Promise<unknown>, how: Uploading) {
  const uploadOnce = async (): Promise<SentFile> => {
    const kept = await keptFile(id);
    if (kept?.sent) return kept.sent;
    if (!kept?.bytes) throw new FileRefusal(texts.notHere(name), 410);
    await identify();
    const sent = await uploadFile(kept.bytes, name, how);
    if (await recordSent(id, sent)) return sent;
    // It was removed while it was uploaded, so no message can have it.
    await fetch(`/api/files/${sent.id}`, { method: 'DELETE' });
    throw new FileRefusal(texts.notHere(name), 410);
  };
  // Pages served without HTTPS have no locks.
  if (!navigator.locks) return uploadOnce();
  return navigator.locks.request(`noek-file:${id}`, { signal: how.signal }, uploadOnce);
}

/** Uploads the files of an entry that wait with it. The outbox has each as soon as the server has it. */
export async function uploadFilesOf(
  entry: OutboxEntry,
  { outbox, identify, signal }: { outbox: Outbox; identify: () => Promise<unknown>; signal: AbortSignal },
): Promise<void> {
  for (const file of (entry.files ?? []).filter(isWaitingFile)) {
    const sent = await deliver(file, identify, { signal }).catch((error: unknown) => {
      if (!(error instanceof FileRefusal) || error.data.httpStatus === 410) throw error;
      throw new FileRefusal(`${file.name}: ${error.message}`, error.data.httpStatus, error.data.code);
    });
    if (signal.aborted || !outbox.has(entry.clientMessageId)) return;
    outbox.replaceFile(entry, file.id, sent);
  }
}

/** Forgets a file that waits. */
export const forgetWaiting = (id: string): void => void removeKept(id).catch(() => {});
