import { type ForeignMessage, foreignConversation } from '../common/foreign-conversation.ts';
import { hashOf } from '../common/ids.ts';
import { deepest, itemsOf } from '../common/json-files.ts';
import type { TreeNode } from '../common/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../common/values.ts';
import type { Found, Importer, LeftOut, SourceFile } from '../importer.ts';
import { unknownItem } from '../left-out.ts';
import { librechatMessage } from './librechat-message.ts';

type Fields = Record<string, unknown>;

/** Whether an item of a JSON file is a conversation of LibreChat. */
export function isLibrechat(item: unknown): boolean {
  const { conversationId, messages, messagesTree } = recordOf(item);
  return conversationId !== undefined && (Array.isArray(messages) || Array.isArray(messagesTree));
}

/** Reads exports of LibreChat, one conversation per file, flat or recursive. */
export function librechatImporter(_files: readonly SourceFile[], own: readonly SourceFile[]): Importer {
  return {
    source: 'librechat',
    async *read() {
      let index = 0;
      for (const file of own)
        for await (const item of itemsOf(file, deepest))
          yield isLibrechat(item) ? conversationOf(recordOf(item), index++) : unknownItem(item);
    },
    offeredTexts: async () => [],
  };
}

const rootId = '00000000-0000-0000-0000-000000000000';

function conversationOf(item: Fields, index: number): Found {
  const options = recordOf(item.options);
  const leftOut: LeftOut = new Map();
  const nodes = [...messagesIn(listOf(item.messagesTree ?? item.messages))].map(
    ({ message, above }): TreeNode<ForeignMessage> => {
      const given = textOf(message.parentMessageId);
      return {
        id: textOf(message.messageId) || hashOf(JSON.stringify([message.text, message.createdAt, above])),
        parentId: given === rootId ? null : given || above,
        time: timeOf(message.createdAt),
        content: librechatMessage(message, firstText(item.model, options.model), leftOut),
      };
    },
  );
  const [tag] = listOf(item.tags);
  return foreignConversation(
    {
      source: 'librechat',
      id: textOf(item.conversationId),
      title: textOf(item.title),
      created: timeOf(item.createdAt),
      updated: timeOf(item.updatedAt),
      archived: item.isArchived === true,
      pinned: false,
      group: firstText(item.folder, tag) || null,
      nodes,
      current: null,
      leftOut,
    },
    index,
  );
}

/** All messages, each before those that it contains, with the id of the one that contains it. */
function* messagesIn(messages: readonly unknown[]): Generator<{ message: Fields; above: string | null }> {
  const next = messages.map((one) => ({ message: recordOf(one), above: null as string | null })).reverse();
  for (let top = next.pop(); top; top = next.pop()) {
    yield top;
    const id = textOf(top.message.messageId) || null;
    for (const child of listOf(top.message.children).toReversed()) next.push({ message: recordOf(child), above: id });
  }
}
