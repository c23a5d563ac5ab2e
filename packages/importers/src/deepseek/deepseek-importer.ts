import type { Found, Importer, LeftOut, SourceFile } from '../importer.ts';
import { cardWords } from '../reading/card-words.ts';
import { fencesOf } from '../reading/fences.ts';
import { type ForeignMessage, foreignConversation, foreignMessage } from '../reading/foreign-conversation.ts';
import { hashOf } from '../reading/ids.ts';
import { itemsOf } from '../reading/json-files.ts';
import { countLeftOut, unknownItem } from '../reading/left-out.ts';
import { type Part, textParts } from '../reading/parts.ts';
import type { Cited, Piece } from '../reading/pieces.ts';
import { parentsByChildren, type TreeNode } from '../reading/tree.ts';
import { firstText, listOf, recordOf, textOf, timeOf } from '../reading/values.ts';

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

/** A message of DeepSeek; null if there is nothing in it. It has no author: only people's messages have a request. */
function deepseekMessage(message: Fields, all: LeftOut): ForeignMessage | null {
  const fragments = listOf(message.fragments).map(recordOf);
  const leftOut: LeftOut = new Map();
  const results = new Map<string, Cited>();
  for (const result of fragments.flatMap((fragment) => listOf(fragment.results).map(recordOf)))
    results.set(textOf(result.cite_index) || String(results.size + 1), citedOf(result));
  const parts = fragments.flatMap((fragment) => fragmentParts(fragment, results, leftOut));
  // Older exports have texts instead of fragments.
  if (fragments.length === 0) {
    const thought = textOf(message.thinking_content);
    if (thought.trim() !== '')
      parts.push({ type: 'reasoning', text: thought, ms: secondsOf(message.thinking_elapsed_secs) });
    parts.push(...textParts(textOf(message.content)));
  }
  parts.push(...listOf(message.files).flatMap(fileParts));
  if (results.size > 0) parts.push({ type: 'sources', sources: [...results.values()] });
  const isPerson =
    fragments.some(({ type }) => type === 'REQUEST') || /^user$/i.test(firstText(message.role, message.message_role));
  if (isPerson) return foreignMessage({ role: 'user', parts, model: '' }, leftOut, all);
  return foreignMessage({ role: 'assistant', parts, model: textOf(message.model) }, leftOut, all);
}

function fragmentParts(fragment: Fields, results: ReadonlyMap<string, Cited>, leftOut: LeftOut): Part[] {
  const { type, content } = fragment;
  const kind = textOf(type);
  const text = textOf(content);
  if (/^(?:THINK|REASON)/.test(kind))
    return text.trim() === '' ? [] : [{ type: 'reasoning', text, ms: secondsOf(fragment.elapsed_secs) }];
  if (/^(?:TOOL|SEARCH|READ)/.test(kind)) {
    // What a search has found is read elsewhere.
    if (!Array.isArray(fragment.results)) countLeftOut(leftOut, 'calls');
    return [];
  }
  if (text.trim() !== '') return citedText(text, results, leftOut);
  const { id: _, type: __, status: ___, ...others } = fragment;
  const words = textParts(cardWords(others));
  if (words.length === 0 && !/^(?:REQUEST|RESPONSE)$/.test(kind)) countLeftOut(leftOut, 'others');
  return words;
}

/** A text with what it cites: `[citation:3]` is the third result of its search. In code it stays as it is. */
function citedText(text: string, results: ReadonlyMap<string, Cited>, leftOut: LeftOut): Part[] {
  const isInCode = fencesOf(text);
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(/ ?\[(?:citation|reference):(\d+)\]/g)) {
    if (isInCode(match.index)) continue;
    const page = results.get(match[1] ?? '');
    pieces.push(text.slice(at, match.index));
    if (page) pieces.push([page]);
    else countLeftOut(leftOut, 'references');
    at = match.index + match[0].length;
  }
  return [{ type: 'text', pieces: [...pieces, text.slice(at)] }];
}

const citedOf = ({ url, title, snippet }: Fields): Cited => ({
  url: textOf(url),
  title: textOf(title).trim(),
  quote: textOf(snippet).trim(),
});

const secondsOf = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.round(value * 1000) : 0);

/** Files, of which the export has only the names. */
function fileParts(value: unknown): Part[] {
  const { id, file_name: fileName, name, file_size: size } = recordOf(value);
  const known = firstText(fileName, name);
  if (known === '') return [];
  const file = {
    id: `deepseek:${firstText(id) || hashOf(known)}`.slice(0, 128),
    name: known,
    type: 'application/octet-stream',
    size: Math.max(0, Math.round(Number(size) || 0)),
    content: null,
  };
  return [{ type: 'file', file }];
}
