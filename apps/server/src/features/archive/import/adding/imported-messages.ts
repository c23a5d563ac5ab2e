import { randomUUID } from 'node:crypto';
import type { ArchivedMessage } from '@noek/contract/archive/schemas';
import type { File } from '@noek/contract/files/schemas';
import type { MessageRow } from '../../../chat/records/chat.queries.ts';
import { copiedMessage } from '../../../chat/records/new-message.ts';
import { toFile } from '../../../files/files.queries.ts';
import type { FoundFile, Importing } from '../importing.ts';
import type { SourceConversation } from '../sources/import-source.ts';
import { documentIdIn } from './import-documents.ts';
import { newIdOf } from './new-id.ts';

/**
 * How many messages, or how much text in UTF-16 code units, one step writes. Indexing the text holds up the embedded engine: this much, for
 * three milliseconds or so. Longer steps make an import no faster.
 */
const perStep = { messages: 50, text: 16 * 1024 };
const cutOffText = 'This answer was still being written when its archive was made.';

export type ImportedMessages = ReturnType<typeof importedMessages>;

/** Makes the rows of a conversation's messages. Their files are added before. */
export function importedMessages(
  importing: Importing,
  { file: storedFile }: SourceConversation,
  { conversationId, messageIdOf }: { conversationId: number; messageIdOf(id: string): string },
) {
  const { deps, job } = importing;
  const { userId } = job.row;
  const now = deps.now();
  const documentIdOf = documentIdIn(userId, conversationId);
  const files = new Map<string, FoundFile>();
  const withFile = <Item extends { fileId?: string | undefined }>({ fileId, ...item }: Item) => {
    const id = files.get(fileId ?? '')?.row?.id;
    return { ...item, ...(id !== undefined && { fileId: id }) };
  };
  return {
    idOf: messageIdOf,
    /** Messages in as many pieces as steps write them. */
    async *inSteps(
      messages: AsyncIterable<ArchivedMessage>,
      onStep: () => Promise<void>,
    ): AsyncGenerator<ArchivedMessage[]> {
      let waiting: ArchivedMessage[] = [];
      let text = 0;
      const addFiles = async () => {
        await onStep();
        for (const { id, deleted } of waiting.flatMap((message) => message.files))
          if (!deleted && !files.has(id)) {
            files.set(id, await importing.files.find(id, storedFile(id)));
            await onStep();
          }
      };
      for await (const message of messages) {
        waiting.push(message);
        text += message.content.length;
        if (waiting.length < perStep.messages && text < perStep.text) continue;
        await addFiles();
        yield waiting;
        waiting = [];
        text = 0;
      }
      await addFiles();
      if (waiting.length > 0) yield waiting;
    },
    rowOf(message: ArchivedMessage, ordinal: number): MessageRow {
      const isCutOff = message.status === 'streaming';
      return copiedMessage({
        id: messageIdOf(message.id),
        conversationId,
        parentId: message.parentId === null ? null : messageIdOf(message.parentId),
        ordinal,
        role: message.role,
        content: message.content,
        pasted: message.pasted ?? false,
        status: isCutOff ? 'interrupted' : message.status,
        answeredBy: message.answeredBy,
        error: isCutOff ? cutOffText : message.error,
        errorHint: message.errorHint,
        active: message.active,
        feedback: message.feedback?.rating ?? null,
        feedbackReason: message.feedback?.reason ?? null,
        turnsLeftOut: message.turnsLeftOut,
        model: message.model,
        // No memory ids, because they belong to another account or have changed.
        steps: orNull(message.steps.map(({ forget: _, keep: __, ...step }) => ({ ...step, memoryId: null }))),
        sources: orNull(message.sources.map(withFile)),
        files: orNull(
          message.files.map((file) => {
            const found = files.get(file.id);
            return found?.row ? toFile(found.row) : nameOf(file, found?.problem);
          }),
        ),
        usedInstructions: orNull(message.instructions),
        usedFiles: orNull(message.usedFiles.map((file) => ({ ...file, fileId: newIdOf(userId, 'file', file.fileId) }))),
        documents: orNull(
          message.documents.flatMap((document) =>
            importing.documents.has(document.id) ? [{ ...document, id: documentIdOf(document.id) }] : [],
          ),
        ),
        usedMemories: orNull(message.memories.map(({ id, title }) => ({ id: newIdOf(userId, 'memory', id), title }))),
        reasoning: message.reasoning,
        toolsLeftOut: message.toolsLeftOut ?? false,
        modelsGone: orNull(message.modelsGone ?? []),
        usage: message.usage,
        createdAt: new Date(Math.min(Date.parse(message.createdAt), now.getTime())),
      });
    },
    /** The files in the account that messages have, by the messages' ids. */
    filesOf(rows: readonly MessageRow[]): ReadonlyMap<string, readonly string[]> {
      const added = new Set([...files.values()].flatMap(({ row }) => row?.id ?? []));
      return new Map(
        rows.flatMap(({ id, files: of }) => {
          const ids = (of ?? []).map((file) => file.id).filter((one) => added.has(one));
          return ids.length > 0 ? [[id, [...new Set(ids)]] as const] : [];
        }),
      );
    },
    /** How many files have only their names here. */
    missingFiles: () => [...files.values()].filter(({ row }) => row === null).length,
  };
}

/** A file of which the account has only the name. */
const nameOf = ({ name, type, size, deleted }: File, problem = ''): File => ({
  ...{ id: randomUUID(), name, type, size, state: 'failed' },
  ...(deleted ? { deleted } : { problem }),
});

const orNull = <Item>(items: Item[]) => (items.length > 0 ? items : null);
