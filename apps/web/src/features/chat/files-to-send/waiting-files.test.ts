// @vitest-environment happy-dom
import type { File as SentFile } from '@noek/contract/files/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Outbox } from '../outbox/outbox.ts';
import { entry } from '../testing/entry.ts';
import type { KeptFile } from './kept-files.ts';
import { FileRefusal } from './upload-file.ts';
import { deliver, keepWaiting, maxBytesWaiting, uploadFilesOf } from './waiting-files.ts';

const { kept, store } = vi.hoisted(() => {
  const kept = new Map<string, KeptFile>();
  return {
    kept,
    store: {
      keepFile: vi.fn(async (file: KeptFile) => void kept.set(file.id, file)),
      keptFile: async (id: string) => kept.get(id),
      bytesKept: async () => [...kept.values()].reduce((sum, { bytes, size }) => sum + (bytes ? size : 0), 0),
      async recordSent(id: string, sent: SentFile) {
        const file = kept.get(id);
        if (file) kept.set(id, { ...file, bytes: null, sent });
        return file !== undefined;
      },
      removeKept: async (id: string) => void kept.delete(id),
      sweep: async () => {},
    },
  };
});
vi.mock('./kept-files.ts', () => store);
const { upload } = vi.hoisted(() => ({ upload: vi.fn() }));
vi.mock('./upload-file.ts', async (original) => ({
  ...(await original<typeof import('./upload-file.ts')>()),
  uploadFile: upload,
}));

const stored = (id: string, name: string): SentFile => ({ id, name, type: 'text/plain', size: 5, state: 'ready' });
let uploaded = 0;
beforeEach(() => {
  upload.mockImplementation(async (_file: Blob, name: string) => stored(`f-${++uploaded}`, name));
  uploaded = 0;
});
afterEach(() => {
  kept.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  store.keepFile.mockImplementation(async (file) => void kept.set(file.id, file));
});

const file = (name: string) => new File(['Hello'], name, { type: 'text/plain' });
const identify = vi.fn(async () => {});
const how = { signal: new AbortController().signal };

test('a file that waits is uploaded once; another tab, or the page after a reload, gets the same one', async () => {
  const waiting = await keepWaiting(file('a.txt'));
  expect(waiting).toMatchObject({ name: 'a.txt', size: 5, state: 'reading' });
  expect(await deliver(waiting, identify, how)).toMatchObject({ id: 'f-1' });
  expect(await deliver(waiting, identify, how)).toMatchObject({ id: 'f-1' });
  expect(upload).toHaveBeenCalledTimes(1);
  expect(identify).toHaveBeenCalledTimes(1);
  expect(kept.get(waiting.id)?.bytes).toBeNull();
});

test('a file that was removed while it was uploaded is deleted on the server, too', async () => {
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => void calls.push(`${method} ${address}`));
  const waiting = await keepWaiting(file('a.txt'));
  upload.mockImplementationOnce(async () => {
    kept.delete(waiting.id);
    return stored('f-9', 'a.txt');
  });
  await expect(deliver(waiting, identify, how)).rejects.toThrow('a.txt is no longer on this device.');
  expect(calls).toEqual(['DELETE /api/files/f-9']);
});

test('a message gets each file as soon as it is uploaded, so a retry uploads only the others', async () => {
  const files = [await keepWaiting(file('a.txt')), stored('f-0', 'there.txt'), await keepWaiting(file('b.txt'))];
  const outbox = new Outbox();
  outbox.add(entry('c1', { files }));
  upload
    .mockImplementationOnce(async () => stored('f-1', 'a.txt'))
    .mockImplementationOnce(() => Promise.reject(new TypeError('no connection')));
  const how = { outbox, identify, signal: new AbortController().signal };
  const now = () => new Outbox().all()[0] ?? entry('none');
  await expect(uploadFilesOf(now(), how)).rejects.toThrow(TypeError);
  expect(now().files?.map(({ id }) => id)).toEqual(['f-1', 'f-0', files[2]?.id]);
  upload.mockImplementationOnce(() => Promise.reject(new FileRefusal('Your space is full.', 409)));
  // The sentence at the message says which file it is about.
  await expect(uploadFilesOf(now(), how)).rejects.toThrow('b.txt: Your space is full.');
  upload.mockImplementationOnce(async () => stored('f-2', 'b.txt'));
  await uploadFilesOf(now(), how);
  expect(now().files?.map(({ id }) => id)).toEqual(['f-1', 'f-0', 'f-2']);
  expect(upload.mock.calls.map(([, name]) => name)).toEqual(['a.txt', 'b.txt', 'b.txt', 'b.txt']);
});

test('a device without space says so, and what waits has a limit', async () => {
  store.keepFile.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  await expect(keepWaiting(file('a.txt'))).rejects.toThrow('This device has no space to keep the file.');
  store.keepFile.mockRejectedValueOnce(new DOMException('private window', 'InvalidStateError'));
  await expect(keepWaiting(file('a.txt'))).rejects.toThrow('This browser cannot keep the file.');
  const folder = file('folder');
  vi.spyOn(folder, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('a folder')) } as never);
  store.keepFile.mockRejectedValueOnce(new DOMException('a folder', 'DataError'));
  await expect(keepWaiting(folder)).rejects.toThrow('If it is a folder, add the files in it.');
  const large = { id: 'waiting:large', name: 'large', size: maxBytesWaiting - 4, at: 0, bytes: new Blob(), sent: null };
  kept.set(large.id, large);
  await expect(keepWaiting(file('a.txt'))).rejects.toThrow('Up to 250 MB of files can wait on this device.');
  kept.set(large.id, { ...large, size: maxBytesWaiting - 5 });
  expect((await keepWaiting(file('a.txt'))).name).toBe('a.txt');
});
