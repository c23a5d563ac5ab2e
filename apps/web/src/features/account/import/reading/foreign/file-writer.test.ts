import type { ForeignConversation } from '@noek/importers/importer';
import { simple } from '@noek/importers/testing/chatgpt-parts';
import { conversationsIn, sourceFiles } from '@noek/importers/testing/source-files';
import { expect, test } from 'vitest';
import { ArchiveWriter } from '../archive-writer.ts';
import { zipEntries } from '../zip-entries.ts';
import { FileWriter } from './file-writer.ts';

const MB = 1024 * 1024;

/** A conversation with files of these sizes. `declared`: what the export says of them. */
async function withFiles(sizes: Record<string, number>, declared?: number): Promise<ForeignConversation> {
  const [conversation] = await conversationsIn(sourceFiles({ 'conversations.json': [simple()] }));
  const [first, ...others] = conversation?.messages ?? [];
  if (!conversation || !first) throw new Error('There is no message.');
  const files = Object.keys(sizes).map((id) => ({ id, name: id, type: 'image/png', size: 1, state: 'ready' as const }));
  return {
    ...conversation,
    messages: [{ ...first, files }, ...others],
    files: new Map(
      Object.entries(sizes).map(([id, size]) => [
        id,
        {
          size: declared ?? size,
          async *read() {
            for (let left = size; left > 0; left -= MB) yield new Uint8Array(Math.min(MB, left));
          },
        },
      ]),
    ),
  };
}

async function written(conversation: ForeignConversation) {
  const writer = new ArchiveWriter(new AbortController().signal);
  await new FileWriter(writer).add(conversation);
  const archive = await writer.end({ conversations: 0, messages: 0, memories: 0 });
  return (await zipEntries('archive.zip', archive)).filter(({ filename }) => filename.startsWith('files/'));
}

test('a file of 25 MB is written, a larger one is left out', async () => {
  const entries = await written(await withFiles({ fits: 25 * MB, large: 25 * MB + 1 }));
  expect(entries.map(({ uncompressedSize }) => uncompressedSize)).toEqual([25 * MB]);
});

test('a file that is larger than its export says is left out, too', async () => {
  expect(await written(await withFiles({ liar: 26 * MB }, 5))).toEqual([]);
});
