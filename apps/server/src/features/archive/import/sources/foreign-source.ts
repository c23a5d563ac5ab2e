import { buffer } from 'node:stream/consumers';
import type { ArchivedMessage } from '@noek/contract/archive/schemas';
import { type FileContent, type Importer, type SourceFile, UnreadableExport } from '@noek/importers/importer';
import { LeftOutReport } from '@noek/importers/reading/left-out';
import { ArchiveProblem } from '../../zip/archive-problem.ts';
import type { UploadedSource } from './import-source.ts';

/** How many bytes of an upload were read. */
export type Reading = { bytes: number; onRead(): Promise<void> };

/** The export of another product. `reading` counts what `files` read. */
export function foreignSource(importer: Importer, files: readonly SourceFile[], reading: Reading): UploadedSource {
  const total = files.filter(({ path }) => path.endsWith('.json')).reduce((sum, { size }) => sum + size, 0);
  return {
    source: importer.source,
    leftOut: { skipped: 0, failed: 0 },
    async *entries(onRead) {
      reading.bytes = 0;
      const leftOut = new LeftOutReport();
      reading.onRead = () => onRead(Math.min(1, reading.bytes / Math.max(1, total)));
      try {
        for await (const entry of importer.read()) {
          if (entry.type !== 'conversation') yield entry;
          else {
            leftOut.add(entry.found);
            const { conversation, messages, files: found } = entry.found;
            const names = new Map(messages.flatMap((message) => message.files.map(({ id, name }) => [id, name])));
            yield {
              type: 'conversation',
              found: {
                conversation,
                messages: inTurn(messages),
                file: (id) => storedFile(names.get(id) ?? id, found.get(id)),
              },
            };
          }
        }
        const problem = leftOut.problem();
        if (problem) yield { type: 'problem', problem };
      } catch (error) {
        throw error instanceof UnreadableExport ? new ArchiveProblem(error.message, { cause: error }) : error;
      } finally {
        reading.onRead = async () => {};
      }
    },
    checkRest: async () => {},
    // They are offered in the page, which adds those that the person has chosen.
    memories: async () => [],
    // Their instructions are offered there, too.
    projects: async () => [],
    prompts: async () => [],
    documents: async () => [],
    file: () => null,
    filesToCheck: () => new Map(),
  };
}

async function* inTurn(messages: readonly ArchivedMessage[]): AsyncGenerator<ArchivedMessage> {
  yield* messages;
}

function storedFile(name: string, content: FileContent | undefined) {
  if (!content) return null;
  return { name, bytes: content.size, read: () => buffer(content.read()) };
}
