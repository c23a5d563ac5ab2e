import type { Found, Importer, LeftOut, SourceFile } from '../importer.ts';
import { type ForeignMessage, foreignConversation } from '../reading/foreign-conversation.ts';
import { itemsOf } from '../reading/json-files.ts';
import { unknownItem } from '../reading/left-out.ts';
import { parentsByChildren, type TreeNode } from '../reading/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../reading/values.ts';
import { openWebuiMessage } from './open-webui-message.ts';

type Fields = Record<string, unknown>;

/** Whether an item of a JSON file is a conversation of Open WebUI, with or without `chat`. */
export function isOpenWebui(item: unknown): boolean {
  const record = recordOf(item);
  const { history, messages } = chatOf(record);
  if (typeof recordOf(history).messages === 'object') return true;
  // Old exports have a list of messages alone.
  return record.chat !== undefined && Array.isArray(messages);
}

const chatOf = (item: Fields): Fields => (item.chat === undefined ? item : recordOf(item.chat));

/** Reads exports of Open WebUI: lists of conversations, or single ones. */
export function openWebuiImporter(_files: readonly SourceFile[], own: readonly SourceFile[]): Importer {
  return {
    source: 'open-webui',
    async *read() {
      let index = 0;
      for (const file of own)
        for await (const item of itemsOf(file))
          yield isOpenWebui(item) ? conversationOf(recordOf(item), index++) : unknownItem(item);
    },
    offeredTexts: async () => [],
  };
}

function conversationOf(item: Fields, index: number): Found {
  const chat = chatOf(item);
  const history = recordOf(chat.history);
  const listed = Object.entries(recordOf(history.messages));
  const leftOut: LeftOut = new Map();
  const [defaultModel] = listOf(chat.models).map(textOf);
  const messages: [string, Fields, string | null][] =
    listed.length > 0
      ? listed.map(([id, message]) => [id, recordOf(message), null])
      : listOf(chat.messages).map((message, i) => [
          textOf(recordOf(message).id) || String(i),
          recordOf(message),
          i === 0 ? null : textOf(recordOf(listOf(chat.messages)[i - 1]).id) || String(i - 1),
        ]);
  const byChildren = parentsByChildren(
    messages.map(([id, { childrenIds }]) => ({ id, children: listOf(childrenIds).map(textOf) })),
  );
  const nodes = messages.map(
    ([id, message, before]): TreeNode<ForeignMessage> => ({
      id,
      parentId: textOf(message.parentId) || (byChildren.get(id) ?? before),
      time: timeOf(message.timestamp),
      content: openWebuiMessage(message, defaultModel ?? '', leftOut),
    }),
  );
  const [tag] = listOf(recordOf(item.meta).tags ?? chat.tags);
  const folder = recordOf(item.folder);
  return foreignConversation(
    {
      source: 'open-webui',
      id: firstText(item.id, chat.id),
      title: firstText(item.title, chat.title),
      created: timeOf(item.created_at) ?? timeOf(chat.timestamp),
      updated: timeOf(item.updated_at),
      archived: item.archived === true,
      pinned: item.pinned === true,
      group: firstText(folder.name, tag, recordOf(tag).name) || null,
      nodes,
      current: textOf(history.currentId) || null,
      leftOut,
    },
    index,
  );
}
