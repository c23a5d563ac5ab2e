import { type ForeignMessage, foreignConversation } from '../common/foreign-conversation.ts';
import { itemsOf } from '../common/json-files.ts';
import { parentsByChildren, type TreeNode } from '../common/tree.ts';
import { listOf, recordOf, textOf, timeOf } from '../common/values.ts';
import type { Found, Importer, LeftOut, SourceFile } from '../importer.ts';
import { unknownItem } from '../left-out.ts';
import { deepseekMessage } from './deepseek-message.ts';

type Fields = Record<string, unknown>;

/** Whether an item of a JSON file is a conversation of DeepSeek: it has the same tree as one of ChatGPT, with other messages. */
export function isDeepseek(item: unknown): boolean {
  const { mapping, inserted_at: inserted, create_time: created } = recordOf(item);
  if (typeof mapping !== 'object' || mapping === null) return false;
  if (inserted !== undefined && created === undefined) return true;
  return Object.values(mapping).some((node) => Array.isArray(recordOf(recordOf(node).message).fragments));
}

/** Reads an export of DeepSeek. */
export function deepseekImporter(_files: readonly SourceFile[], own: readonly SourceFile[]): Importer {
  return {
    source: 'deepseek',
    async *read() {
      let index = 0;
      for (const file of own)
        for await (const item of itemsOf(file))
          yield isDeepseek(item) ? conversationOf(recordOf(item), index++) : unknownItem(item);
    },
    offeredTexts: async () => [],
  };
}

function conversationOf(item: Fields, index: number): Found {
  const mapping = Object.entries(recordOf(item.mapping));
  const leftOut: LeftOut = new Map();
  const byChildren = parentsByChildren(
    mapping.map(([id, node]) => ({ id, children: listOf(recordOf(node).children).map(textOf) })),
  );
  const nodes = mapping.map(([id, value]): TreeNode<ForeignMessage> => {
    const node = recordOf(value);
    return {
      id,
      parentId: textOf(node.parent) || (byChildren.get(id) ?? null),
      time: timeOf(recordOf(node.message).inserted_at),
      content: deepseekMessage(recordOf(node.message), leftOut),
    };
  });
  return foreignConversation(
    {
      source: 'deepseek',
      id: textOf(item.id),
      title: textOf(item.title),
      created: timeOf(item.inserted_at),
      updated: timeOf(item.updated_at),
      archived: false,
      pinned: item.pinned === true,
      group: null,
      nodes,
      current: textOf(item.current_message_id) || null,
      leftOut,
    },
    index,
  );
}
