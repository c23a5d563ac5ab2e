import type { Found, Importer, LeftOut, SourceFile } from '../importer.ts';
import { cardWords } from '../reading/card-words.ts';
import { type ForeignMessage, foreignConversation, foreignMessage } from '../reading/foreign-conversation.ts';
import { hashOf } from '../reading/ids.ts';
import { deepest, itemsOf } from '../reading/json-files.ts';
import { countLeftOut, unknownItem } from '../reading/left-out.ts';
import { type References, readablePieces } from '../reading/marks.ts';
import { type Part, textParts } from '../reading/parts.ts';
import type { Cited } from '../reading/pieces.ts';
import type { TreeNode } from '../reading/tree.ts';
import { firstText, listOf, parsedJson, recordOf, textOf, timeOf } from '../reading/values.ts';

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

/** A message of LibreChat; null if there is nothing in it. `all` is what its conversation leaves out. */
function librechatMessage(message: Fields, defaultModel: string, all: LeftOut): ForeignMessage | null {
  const isPerson =
    message.isCreatedByUser === true || (message.isCreatedByUser === undefined && message.sender === 'User');
  const leftOut: LeftOut = new Map();
  const attached = [...listOf(message.files), ...listOf(message.attachments)];
  const said = (text: string) => (isPerson ? textParts(text) : saidParts(text, referencesIn(attached), leftOut));
  const parts = listOf(message.content).flatMap((value) => partsOf(value, said, leftOut));
  if (parts.length === 0) parts.push(...said(textOf(message.text)));
  return foreignMessage(
    {
      role: isPerson ? 'user' : 'assistant',
      parts: [...parts, ...attached.flatMap(fileParts)],
      model: isPerson ? '' : firstText(message.model, defaultModel),
    },
    leftOut,
    all,
  );
}

/** A text of an answer: older ones begin with the thoughts, and models can write the characters of marks as escapes. */
function saidParts(text: string, references: References, leftOut: LeftOut): Part[] {
  const [whole = '', thought = ''] = /^\s*:::thinking[ \t]*\n([\s\S]*?)\n:::[ \t]*(?:\n|$)/.exec(text) ?? [];
  const answer = text
    .slice(whole.length)
    .replace(/\\u(e20[0-6])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return [
    ...(thought.trim() === '' ? [] : [{ type: 'reasoning', text: thought, ms: 0 } as const]),
    ...(answer.trim() === '' ? [] : [{ type: 'text', pieces: readablePieces(answer, leftOut, references) } as const]),
  ];
}

/** Where a search keeps pages of each kind, by the kind in their ids: "turn0search1" is the second organic one. */
const lists: Record<string, string> = { search: 'organic', news: 'topStories', ref: 'references', video: 'videos' };

/** The pages that searches have found, which are attached to the answer. */
function referencesIn(attached: readonly unknown[]): References {
  const pages = new Map<string, Cited>();
  for (const [i, value] of attached.map((one) => recordOf(recordOf(one).web_search)).entries())
    for (const [kind, name] of Object.entries(lists))
      for (const [index, found] of listOf(value[name]).map(recordOf).entries()) {
        const { title, snippet } = found;
        const page = {
          url: firstText(found.link, found.url),
          title: textOf(title).trim(),
          quote: textOf(snippet).trim(),
        };
        pages.set(`turn${textOf(value.turn) || i}${kind}${index}`, page);
      }
  return { marks: new Map(), pages };
}

function partsOf(value: unknown, said: (text: string) => Part[], leftOut: LeftOut): Part[] {
  if (typeof value === 'string') return said(textOf(value));
  const part = recordOf(value);
  switch (part.type) {
    case 'think': {
      const text = writtenIn(part.think);
      return text === '' ? [] : [{ type: 'reasoning', text, ms: 0 }];
    }
    case 'tool_call':
      return toolParts(recordOf(part.tool_call), leftOut);
    case 'image_file':
      return fileParts(part.image_file);
    case 'text':
      return said(writtenIn(part.text));
    default:
      return unknownParts(part, said, leftOut);
  }
}

/** A text, or an object with it. */
const writtenIn = (value: unknown) => (typeof value === 'object' ? textOf(recordOf(value).value) : textOf(value));

function unknownParts({ type, ...part }: Fields, said: (text: string) => Part[], leftOut: LeftOut): Part[] {
  const parts = said(writtenIn(part.text) || firstText(part.error) || cardWords(part));
  if (parts.length === 0 && textOf(type) !== '')
    countLeftOut(leftOut, /image/.test(textOf(type)) ? 'pictures' : 'others');
  return parts;
}

/** Of tools, code that was run and what it printed. Other calls are not shown. */
function toolParts({ name, args, output }: Fields, leftOut: LeftOut): Part[] {
  if (!/code|python/i.test(textOf(name))) {
    countLeftOut(leftOut, 'calls');
    return [];
  }
  const { code, lang } = recordOf(typeof args === 'string' ? parsedJson(args) : args);
  const text = firstText(code, typeof args === 'string' ? args : '');
  const printed = textOf(output);
  return [
    ...(text === '' ? [] : [{ type: 'code', language: firstText(lang) || 'python', text } as const]),
    ...(printed.trim() === '' ? [] : [{ type: 'output', text: printed } as const]),
  ];
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
