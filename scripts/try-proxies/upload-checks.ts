import { globSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { hosts } from './visitor.ts';
import { type Check, expect, newcomer } from './world.ts';

const megabyte = 1024 * 1024;
const uploadBytes = 100 * megabyte;
const headers = { 'content-type': 'application/octet-stream' };

export const uploadChecks: readonly Check[] = [
  {
    title: 'an upload of 100 MB is passed on while it arrives, and taken',
    async run(world) {
      const { fleet } = world;
      const visitor = newcomer(world);
      visitor.setCookie(hosts[0], await fleet.newPerson());
      let onTheWay = 0;
      const pieces = piecesOf(async () => {
        const arrived = () =>
          globSync(`${fleet.dataDir}/archives/*/*.upload`).reduce((sum, file) => sum + statSync(file).size, 0);
        for (let i = 0; i < 200 && onTheWay < uploadBytes / 4; i++) {
          await sleep(50);
          onTheWay = arrived();
        }
      });
      const upload = { bytes: uploadBytes, pieces };
      const answer = await visitor.call('/api/account/import', { method: 'POST', headers, upload, timeoutMs: 60_000 });
      expect(answer.status === 202, `it was answered with ${answer.status}: ${answer.text.slice(0, 200)}`);
      expect(onTheWay >= uploadBytes / 4, `of the first half, ${onTheWay} bytes had arrived`);
      return `${Math.round(onTheWay / megabyte)} MB had arrived when half was sent`;
    },
  },
  {
    title: 'an upload of 100 MB that is too large is refused by Noek, in words',
    async run(world) {
      const upload = { bytes: uploadBytes, pieces: piecesOf(async () => {}) };
      const visitor = newcomer(world);
      await visitor.call('/api/guest/status');
      const { status, text } = await visitor.call('/api/files?name=sea.txt', { method: 'POST', headers, upload });
      expect(status === 413 && text.includes('too large'), `it was answered with ${status}: ${text.slice(0, 200)}`);
      return `413: ${(JSON.parse(text) as { message: string }).message}`;
    },
  },
];

/** A body of zeros, with a pause in the middle. */
async function* piecesOf(pause: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(megabyte);
  for (let sent = 0; sent < uploadBytes; sent += megabyte) {
    if (sent === uploadBytes / 2) await pause();
    yield piece;
  }
}
