import { type Converted, convertedPath, type ImportProblem, maxImportProblems } from '@noek/contract/archive/imports';
import { archivedConversationSchema, archivedMessageSchema, archiveFormat } from '@noek/contract/archive/schemas';
import type { ForeignConversation, Importer, SourceFile } from '@noek/importers/importer';
import { LeftOutReport } from '@noek/importers/reading/left-out';
import { ArchiveWriter } from '../archive-writer.ts';
import type { ExportPart, PartEntry } from '../export-part.ts';
import { memoriesPath } from '../noek-archive.ts';
import type { Reading } from '../open-files.ts';
import { readingTexts } from '../texts.ts';
import { FileWriter } from './file-writer.ts';
import { memoriesJson } from './memories-json.ts';

const { name: format, version } = archiveFormat;

/** The export of another product. `problems` are those that were found before: they are in the report, too. */
export function foreignPart(
  importer: Importer,
  files: readonly SourceFile[],
  { reading, problems }: { reading: Reading; problems: readonly ImportProblem[] },
): ExportPart {
  const total = files.filter(({ path }) => /\.json$/i.test(path)).reduce((sum, { size }) => sum + size, 0);
  const follow = (onStep: (share: number) => void) => {
    reading.bytes = 0;
    reading.onRead = () => onStep(Math.min(1, reading.bytes / Math.max(1, total)));
  };

  return {
    source: importer.source,
    memories: 0,
    offeredTexts({ onStep }) {
      follow(onStep);
      return importer.offeredTexts();
    },
    async *list({ onStep, signal }) {
      follow(onStep);
      for (const problem of problems) yield { type: 'problem', problem };
      const leftOut = new LeftOutReport();
      for await (const entry of importer.read()) {
        signal.throwIfAborted();
        if (entry.type === 'conversation') leftOut.add(entry.found);
        yield entry.type === 'conversation' ? listed(entry.found) : entry;
      }
      const problem = leftOut.problem();
      if (problem) yield { type: 'problem', problem };
    },
    async write({ conversations, memories }, { onStep, signal }) {
      follow(onStep);
      const writer = new ArchiveWriter(signal);
      const fileWriter = new FileWriter(writer);
      const counts = { conversations: 0, messages: 0, memories: 0 };
      const converted: Converted = { source: importer.source, problems: [], skipped: 0, failed: 0 };
      const leftOut = new LeftOutReport();
      const report = ({ title, reason }: ImportProblem, most = maxImportProblems - 1) => {
        if (converted.problems.length < most)
          converted.problems.push({ title: title.slice(0, 300), reason: reason.slice(0, 600) });
      };
      for (const problem of problems) report(problem);
      let at = 0;
      for await (const entry of importer.read()) {
        signal.throwIfAborted();
        const isListed = entry.type === 'conversation' && isSound(entry.found);
        if (isListed) {
          if (!conversations.has(at++)) continue;
          leftOut.add(entry.found);
          counts.conversations++;
          counts.messages += entry.found.messages.length;
          await writer.addText(
            `conversations/${counts.conversations}.json`,
            conversationJson(entry.found, counts.conversations),
          );
          await fileWriter.add(entry.found);
          continue;
        }
        const left = entry.type === 'conversation' ? notConverted(entry.found) : entry;
        if (left.type === 'left-out') converted[left.outcome]++;
        report(left.problem);
      }
      const sum = leftOut.problem();
      if (sum) report(sum, maxImportProblems);
      if (memories.length > 0) {
        const { text, count } = memoriesJson(memories);
        counts.memories = count;
        await writer.addText(memoriesPath, [text]);
      }
      await writer.addText(convertedPath, [JSON.stringify(converted)]);
      return { name: `${importer.source}.zip`, file: await writer.end(counts) };
    },
  };
}

function listed(found: ForeignConversation): PartEntry {
  if (!isSound(found)) return notConverted(found);
  const { conversation, messages, group } = found;
  const { title, createdAt, updatedAt } = conversation;
  const bytes = messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
  return { type: 'conversation', listed: { title, createdAt, updatedAt, messages: messages.length, bytes, group } };
}

const notConverted = ({ conversation: { title } }: ForeignConversation) =>
  ({
    type: 'left-out',
    outcome: 'failed',
    problem: { title: title || readingTexts.untitled, reason: readingTexts.notConverted },
  }) satisfies PartEntry;

/** A conversation as in an export of Noek, one message per line. */
function* conversationJson({ conversation, messages }: ForeignConversation, id: number): Generator<string> {
  const head = { format, version, conversation: { ...conversation, id } };
  yield `${JSON.stringify(head).slice(0, -1)},\n"messages":[`;
  for (const [at, message] of messages.entries()) yield `${at > 0 ? ',' : ''}\n${JSON.stringify(message)}`;
  yield '\n]}\n';
}

/** Whether an archive may contain the conversation. The server refuses an archive as a whole, so one bad conversation must not get in. */
function isSound({ conversation, messages }: ForeignConversation): boolean {
  const ids = new Set<string>();
  for (const message of messages) {
    if (!archivedMessageSchema.safeParse(message).success || ids.has(message.id)) return false;
    if (message.parentId !== null && !ids.has(message.parentId)) return false;
    ids.add(message.id);
  }
  const { headMessageId } = conversation;
  // It gets its id when it is written.
  const { success } = archivedConversationSchema.safeParse({ ...conversation, id: 1 });
  return success && (headMessageId === null || ids.has(headMessageId));
}
