import type { FileReader } from '@noek/files/reading/file-reader';
import { tinyHeic } from '@noek/files/testing/tiny-heic';
import { expect, test } from 'vitest';
import type { Turn } from '../turns/shares.ts';
import { prepareFile } from './prepare-file.ts';

const raw = { raw: { width: 1, height: 1, channels: 3 } } as const;

test('a text waits for no picture, and people take turns with their pictures', async () => {
  const decoded: string[] = [];
  const holds: PromiseWithResolvers<void>[] = [];
  const reader = (name: string): Pick<FileReader, 'decodeHeic'> => ({
    async decodeHeic() {
      decoded.push(name);
      const hold = Promise.withResolvers<void>();
      holds.push(hold);
      await hold.promise;
      return { input: Buffer.from([255, 0, 0]), options: raw };
    },
  });
  const prepare = (name: string, bytes: Uint8Array, turn: Turn) =>
    prepareFile({ fileReader: reader(name) as FileReader }, { name, read: async () => bytes, turn });
  const [a, b] = [
    { owner: 'a', network: 'n' },
    { owner: 'b', network: 'm' },
  ];
  const pictures = ['a1', 'a2', 'a3'].map((name) => prepare(name, tinyHeic, a));
  await expect.poll(() => decoded).toEqual(['a1']);
  pictures.push(prepare('b1', tinyHeic, b));
  const text = await prepare('notes.txt', Buffer.from('The tide is high.'), b);
  expect(text.row).toMatchObject({ type: 'text/plain', state: 'reading' });
  expect(decoded).toEqual(['a1']);
  for (let n = 0; n < pictures.length; n++) {
    await expect.poll(() => holds.length).toBe(n + 1);
    holds[n]?.resolve();
  }
  await Promise.all(pictures);
  expect(decoded).toEqual(['a1', 'b1', 'a2', 'a3']);
});
