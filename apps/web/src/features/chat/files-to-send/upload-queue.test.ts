// @vitest-environment happy-dom
import type { File as SentFile } from '@noek/contract/files/schemas';
import { expect, test, vi } from 'vitest';
import { FileRefusal, type Uploading } from './upload-file.ts';
import { type Upload, UploadQueue, type UploadTarget } from './upload-queue.ts';

const file = (name: string, text = 'Hello') => new File([text], name, { type: 'text/plain' });
const draft = (conversationId: number | null) => ({ conversationId });

/** A target whose uploads end when the test says so, and a queue with room for ten files of 100 bytes. */
function queueOf(...names: string[]) {
  const begun = new Map<string, { how: Uploading; end: PromiseWithResolvers<SentFile> }>();
  const added: [name: string, place: Upload['place']][] = [];
  const target: UploadTarget = {
    upload({ source }, how) {
      const end = Promise.withResolvers<SentFile>();
      begun.set(source.name, { how, end });
      return end.promise;
    },
    add: ({ name }, { place }) => void added.push([name, place]),
    onFinal: vi.fn(),
  };
  const queue = new UploadQueue();
  const to = { target, place: draft(7), room: 10, maxBytes: 100 };
  queue.add(
    names.map((name) => file(name)),
    to,
  );
  const upload = (name: string) => {
    const one = begun.get(name);
    if (!one) throw new Error(`${name} has not begun.`);
    return one;
  };
  return {
    ...{ queue, to, target, added, upload },
    begun: () => [...begun.keys()],
    names: () => queue.state().map(({ source }) => source.name),
    one: (name: string) => queue.state().find(({ source }) => source.name === name) as Upload,
    arrive: (name: string) =>
      upload(name).end.resolve({ id: `f-${name}`, name, type: 'text/plain', size: 5, state: 'ready' }),
    fail: (name: string, error: unknown) => upload(name).end.reject(error),
  };
}

test('three files are sent at once, whatever they are for; the next one begins when one has arrived, failed or was cancelled', async () => {
  const { queue, to, begun, names, one, arrive, fail } = queueOf('a', 'b');
  queue.add([file('c'), file('d'), file('e'), file('f')], { ...to, place: { projectId: 'p' } });
  expect(begun()).toEqual(['a', 'b', 'c']);
  arrive('b');
  await vi.waitFor(() => expect(begun()).toEqual(['a', 'b', 'c', 'd']));
  fail('a', new FileRefusal('Not now.', 503));
  await vi.waitFor(() => expect(begun()).toEqual(['a', 'b', 'c', 'd', 'e']));
  queue.cancel(one('c').key);
  expect(begun()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(names()).toEqual(['a', 'd', 'e', 'f']);
  expect(queue.at(draft(7)).map(({ problem }) => problem)).toEqual(['Not now.']);
  expect(queue.at({ projectId: 'p' })).toHaveLength(3);
});

test('empty and large files say so and are not sent; files for which there is no room are not taken', () => {
  const { queue, to, begun, one, names } = queueOf('a');
  expect(queue.add([file('empty', ''), file('large', 'x'.repeat(101))], to)).toBe(true);
  expect([one('empty').problem, one('large').problem]).toEqual([
    'This file is empty.',
    'Too large: a file can have up to 100 B.',
  ]);
  expect([one('empty').isFinal, one('a').isFinal]).toEqual([true, false]);
  expect(queue.add([file('b'), file('c')], { ...to, room: 4 })).toBe(false);
  expect(names()).toEqual(['a', 'empty', 'large', 'b']);
  expect(begun()).toEqual(['a', 'b']);
});

test('progress shows; a file that was refused says why and can be tried again, unless it would be refused again', async () => {
  const { queue, target, upload, one, added, arrive, fail } = queueOf('a', 'b');
  upload('a').how.onProgress?.(0.5);
  expect(one('a').progress).toBe(0.5);
  fail('a', new FileRefusal('Noek is restarting.', 503));
  fail('b', new FileRefusal('This kind of file cannot be used.', 415));
  await vi.waitFor(() => expect([one('a').isFinal, one('b').isFinal]).toEqual([false, true]));
  expect([one('a').problem, one('b').problem]).toEqual(['Noek is restarting.', 'This kind of file cannot be used.']);
  expect(target.onFinal).toHaveBeenCalledTimes(1);
  queue.tryAgain(one('a').key);
  expect([one('a').problem, one('a').progress]).toEqual([null, 0]);
  arrive('a');
  await vi.waitFor(() => expect(added).toEqual([['a', draft(7)]]));
});

test('a file arrives where its draft is by then; one that was cancelled never arrives', async () => {
  const { queue, upload, one, added, arrive, names } = queueOf('a', 'b');
  queue.move(draft(7), draft(8));
  queue.cancel(one('b').key);
  expect(upload('b').how.signal.aborted).toBe(true);
  arrive('b');
  arrive('a');
  await vi.waitFor(() => expect(names()).toEqual([]));
  expect(added).toEqual([['a', draft(8)]]);
});

test('for another person, everything is cancelled', async () => {
  const { queue, upload, added, arrive, names } = queueOf('a', 'b', 'c', 'd');
  queue.setOwner('u1');
  expect(names()).toEqual([]);
  for (const name of ['a', 'b', 'c']) expect(upload(name).how.signal.aborted).toBe(true);
  arrive('a');
  await Promise.resolve();
  expect(added).toEqual([]);
  expect(() => upload('d')).toThrow();
});

test('a file that waits on this device is uploaded once', () => {
  const { queue, to, names } = queueOf();
  const waiting: SentFile = { id: 'waiting:1', name: 'w', type: 'text/plain', size: 5, state: 'reading' };
  queue.resume([waiting], to);
  queue.resume([waiting], to);
  expect(names()).toEqual(['w']);
  expect(queue.of(waiting)?.source).toBe(waiting);
  // It is counted among the files that the draft has.
  expect(queue.add([file('a')], { ...to, room: 1 })).toBe(true);
});
