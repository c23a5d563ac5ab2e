import { type ForeignMessage, foreignConversation } from '../common/foreign-conversation.ts';
import { hashOf } from '../common/ids.ts';
import { deepest, itemsOf } from '../common/json-files.ts';
import { type Part, textParts } from '../common/parts.ts';
import type { TreeNode } from '../common/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../common/values.ts';
import type { Found, Importer, SourceFile } from '../importer.ts';

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
          if (isLibrechat(item)) yield conversationOf(recordOf(item), index++);
    },
    offeredTexts: async () => [],
  };
}

const rootId = '00000000-0000-0000-0000-000000000000';

function conversationOf(item: Fields, index: number): Found {
  const options = recordOf(item.options);
  const nodes = [...messagesIn(listOf(item.messagesTree ?? item.messages))].map(
    ({ message, above }): TreeNode<ForeignMessage> => {
      const given = textOf(message.parentMessageId);
      return {
        id: textOf(message.messageId) || hashOf(JSON.stringify([message.text, message.createdAt, above])),
        parentId: given === rootId ? null : given || above,
        time: timeOf(message.createdAt),
        content: messageOf(message, firstText(item.model, options.model)),
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

function messageOf(message: Fields, defaultModel: string): ForeignMessage | null {
  const isPerson =
    message.isCreatedByUser === true || (message.isCreatedByUser === undefined && message.sender === 'User');
  const content = listOf(message.content);
  const parts = content.length > 0 ? content.flatMap(partsOf) : textParts(textOf(message.text));
  if (parts.length === 0) parts.push(...textParts(textOf(message.text)));
  const all = [...parts, ...[...listOf(message.files), ...listOf(message.attachments)].flatMap(fileParts)];
  if (all.length === 0) return null;
  return {
    role: isPerson ? 'user' : 'assistant',
    parts: all,
    model: isPerson ? '' : firstText(message.model, defaultModel),
  };
}

function partsOf(value: unknown): Part[] {
  if (typeof value === 'string') return textParts(textOf(value));
  const part = recordOf(value);
  switch (part.type) {
    case 'think': {
      const text = said(part.think);
      return text === '' ? [] : [{ type: 'reasoning', text, ms: 0 }];
    }
    case 'tool_call':
      return toolParts(recordOf(part.tool_call));
    case 'image_file':
      return fileParts(part.image_file);
    default:
      return textParts(said(part.text));
  }
}

/** A text, or an object with it. */
const said = (value: unknown) => (typeof value === 'object' ? textOf(recordOf(value).value) : textOf(value));

/** Of tools, code that was run and what it printed. Other calls are not shown. */
function toolParts({ name, args, output }: Fields): Part[] {
  if (!/code|python/i.test(textOf(name))) return [];
  const { code, lang } = recordOf(typeof args === 'string' ? parsedJson(args) : args);
  const text = firstText(code, typeof args === 'string' ? args : '');
  const printed = textOf(output);
  return [
    ...(text === '' ? [] : [{ type: 'code', language: firstText(lang) || 'python', text } as const]),
    ...(printed.trim() === '' ? [] : [{ type: 'output', text: printed } as const]),
  ];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fileParts(value: unknown): Part[] {
  const file = recordOf(value);
  const name = firstText(file.filename, file.name);
  if (name === '') return [];
  const id = `librechat:${firstText(file.file_id) || hashOf(name)}`.slice(0, 128);
  const size = Math.max(0, Math.round(Number(file.bytes) || 0));
  return [
    { type: 'file', file: { id, name, type: firstText(file.type) || 'application/octet-stream', size, content: null } },
  ];
}
