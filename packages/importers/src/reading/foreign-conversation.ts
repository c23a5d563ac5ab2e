import { importSourceNames } from '@noek/contract/archive/import-sources';
import type { ArchivedConversation, ArchivedMessage } from '@noek/contract/archive/schemas';
import { maxTitleLength } from '@noek/contract/chat/limits';
import type { FileContent, ForeignSource, Found, LeftOut } from '../importer.ts';
import { hashOf, idOf, originOf } from './ids.ts';
import { countLeftOut, leftOutText } from './left-out.ts';
import { assembled, inMessages, type Part, textParts } from './parts.ts';
import { joinedRuns, type Placed, placed, type TreeNode } from './tree.ts';

/** A message of another product: who wrote it, its parts, and the model that answered. */
export type ForeignMessage = { role: 'user' | 'assistant'; parts: Part[]; model: string };

/** A conversation of another product as its importer has read it. Times are in milliseconds. */
export type ReadConversation = {
  source: ForeignSource;
  /** Its id there; empty if it has none. */
  id: string;
  title: string;
  created: number | null;
  updated: number | null;
  archived: boolean;
  pinned: boolean;
  group: string | null;
  nodes: Iterable<TreeNode<ForeignMessage>>;
  /** The message in which the open branch ends. */
  current: string | null;
  /** What of it was left out so far. */
  leftOut: LeftOut;
  /** Whether what a model thinks, runs and says are messages of their own, which are one answer. */
  isInSteps?: boolean;
};

/**
 * A message of these parts; null if there is nothing in it. If there is nothing to show of it, it says what was left out, so that no turn is
 * missing. Counts in `all` what was left out of it.
 */
export function foreignMessage(message: ForeignMessage, leftOut: LeftOut, all: LeftOut): ForeignMessage | null {
  for (const [kind, count] of leftOut) countLeftOut(all, kind, count);
  const { parts } = message;
  if (leftOut.size > 0 && parts.every(({ type }) => type === 'sources'))
    return { ...message, parts: [...textParts(`*Left out: ${leftOutText(leftOut)}.*`), ...parts] };
  return parts.length === 0 ? null : message;
}

/** How many characters of the first message make the title of a conversation without one. */
const titleFromText = 60;

/** A conversation in Noek's own form, or why it is left out. `index` is its place in the export. */
export function foreignConversation(read: ReadConversation, index: number): Found {
  const places = placed(read.nodes, read.current);
  const tree = read.isInSteps ? joinedRuns(places, belongTogether, appended) : places;
  const stored = new Map<string, FileContent>();
  const made = messagesOf(tree.messages, read, stored);
  const [first] = made.messages;
  if (!first) {
    const isRead = read.leftOut.size === 0;
    const reason = isRead
      ? 'There is no message in it.'
      : `There is only what is left out: ${leftOutText(read.leftOut)}.`;
    const problem = { title: titleOf(read.title, ''), reason };
    return { type: 'left-out', outcome: isRead ? 'skipped' : 'failed', problem };
  }
  const { messages } = made;
  const times = messages.map(({ createdAt }) => Date.parse(createdAt));
  const created = read.created ?? times.reduce((least, time) => Math.min(least, time));
  const updated = read.updated ?? times.reduce((most, time) => Math.max(most, time));
  const firstText = messages.find(({ role, content }) => role === 'user' && content !== '')?.content ?? first.content;
  const title = titleOf(read.title, firstText);
  const id = read.id || hashOf(JSON.stringify([read.title, firstText, read.created]));
  const conversation: ArchivedConversation = {
    id: index + 1,
    origin: originOf(read.source, id),
    title,
    createdAt: new Date(created).toISOString(),
    updatedAt: new Date(updated).toISOString(),
    archived: read.archived,
    pinned: read.pinned,
    projectId: null,
    headMessageId: tree.headId === null ? (messages.at(-1)?.id ?? null) : (made.lastIds.get(tree.headId) ?? null),
    funMode: false,
    harmfulMode: false,
    webSearch: false,
    model: null,
    effort: 'automatic',
    sharedAt: null,
    shareExpiresAt: null,
    shareIncludesFiles: false,
    shareIncludesDocuments: false,
    deletedAt: null,
  };
  return {
    type: 'conversation',
    found: { conversation, messages, files: stored, group: read.group, leftOut: read.leftOut },
  };
}

/** What a model thinks, runs and says in a row is one answer. */
const belongTogether = (first: ForeignMessage, second: ForeignMessage) =>
  first.role === 'assistant' && second.role === 'assistant';

function appended(first: ForeignMessage, second: ForeignMessage): ForeignMessage {
  first.parts.push(...second.parts);
  first.model ||= second.model;
  return first;
}

function messagesOf(
  placedMessages: readonly Placed<ForeignMessage>[],
  read: ReadConversation,
  stored: Map<string, FileContent>,
) {
  const messages: ArchivedMessage[] = [];
  /** The last message that each was split into, and its time. */
  const lastIds = new Map<string, string | null>();
  const times = new Map<string, number>();
  for (const { id: foreignId, parentId, time, content, active } of placedMessages) {
    const parts = assembled(content.parts, read.leftOut);
    for (const [id, file] of parts.stored) stored.set(id, file);
    const at = time ?? times.get(parentId ?? '') ?? read.created ?? read.updated ?? Date.now();
    times.set(foreignId, at);
    let parent = parentId === null ? null : (lastIds.get(parentId) ?? null);
    if (parts.content === '' && parts.files.length === 0 && parts.reasoning === null) {
      // Nothing of it is shown, so that what follows it follows the one before.
      lastIds.set(foreignId, parent);
      continue;
    }
    for (const [i, text] of inMessages(parts.content).entries()) {
      const id = idOf(i === 0 ? foreignId : `${foreignId}#${i}`);
      messages.push({
        id,
        parentId: parent,
        role: content.role,
        content: text,
        createdAt: new Date(at).toISOString(),
        active,
        answeredBy: content.role === 'user' ? null : nameOf(read.source, content.model),
        // Only the first of several pieces has them.
        ...(i === 0
          ? { sources: parts.sources, reasoning: parts.reasoning, files: parts.files }
          : { sources: [], reasoning: null, files: [] }),
        ...unused,
      });
      parent = id;
    }
    lastIds.set(foreignId, parent);
  }
  return { messages, lastIds };
}

/** What other products do not have. */
const unused = {
  status: 'complete',
  error: null,
  errorHint: null,
  feedback: null,
  turnsLeftOut: 0,
  model: null,
  steps: [],
  memories: [],
  instructions: [],
  usedFiles: [],
  documents: [],
  usage: null,
} satisfies Partial<ArchivedMessage>;

const nameOf = (source: ForeignSource, model: string) =>
  (model === '' ? importSourceNames[source] : `${importSourceNames[source]} · ${model}`).slice(0, 200).toWellFormed();

function titleOf(title: string, firstText: string): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const given = plain(title).slice(0, maxTitleLength).toWellFormed();
  if (given !== '') return given;
  const words = plain(firstText);
  if (words === '') return 'Untitled';
  return words.length <= titleFromText ? words : `${words.slice(0, titleFromText).toWellFormed().trimEnd()}…`;
}
