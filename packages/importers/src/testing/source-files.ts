import { archivedConversationSchema, archivedMessageSchema } from '@noek/contract/archive/schemas';
import { expect } from 'vitest';
import { findImporter } from '../find-importer.ts';
import type { ForeignConversation, Found, Importer, SourceFile } from '../importer.ts';

/** Files of an export from texts, bytes or values that become JSON, which arrive in small pieces. */
export function sourceFiles(files: Record<string, unknown>): SourceFile[] {
  return Object.entries(files).map(([path, content]) => {
    const bytes =
      content instanceof Uint8Array
        ? content
        : new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
    return {
      path,
      chosen: path,
      size: bytes.length,
      async *read() {
        for (let at = 0; at < bytes.length; at += 4_096) yield bytes.subarray(at, at + 4_096);
      },
    };
  });
}

/** The importer of files, which are recognized. */
export async function importerOf(files: readonly SourceFile[]): Promise<Importer> {
  const { importer } = await findImporter(files);
  if (!importer) throw new Error('Nothing was recognized.');
  return importer;
}

/** Everything that an importer finds. Conversations follow the rules of archives. */
export async function everythingIn(files: readonly SourceFile[]): Promise<Found[]> {
  const found: Found[] = [];
  for await (const one of (await importerOf(files)).read()) {
    if (one.type === 'conversation') requireValid(one.found);
    found.push(one);
  }
  return found;
}

/** The conversations of an export. */
export const conversationsIn = async (files: readonly SourceFile[]): Promise<ForeignConversation[]> =>
  (await everythingIn(files)).flatMap((one) => (one.type === 'conversation' ? [one.found] : []));

/** The only conversation of an export. */
export async function onlyConversation(files: readonly SourceFile[]): Promise<ForeignConversation> {
  const [first, ...more] = await conversationsIn(files);
  if (!first || more.length > 0) throw new Error('There is not exactly one conversation.');
  return first;
}

/** The texts of the open branch, each with its role. */
export const openBranch = ({ messages }: ForeignConversation): string[] =>
  messages.filter(({ active }) => active).map(({ role, content }) => `${role}: ${content}`);

/** What an archive of Noek must fulfil: the shape, ids that do not repeat, parents before what follows them, and a head. */
export function requireValid({ conversation, messages, files }: ForeignConversation): void {
  archivedConversationSchema.parse(conversation);
  const ids = new Set<string>();
  for (const message of messages) {
    archivedMessageSchema.parse(message);
    expect(ids.has(message.id)).toBe(false);
    if (message.parentId !== null) expect(ids.has(message.parentId)).toBe(true);
    ids.add(message.id);
    for (const file of message.files) if (file.state === 'ready') expect(files.has(file.id)).toBe(true);
  }
  expect(messages.length).toBeGreaterThan(0);
  expect(ids.has(conversation.headMessageId ?? '')).toBe(true);
  const head = messages.find(({ id }) => id === conversation.headMessageId);
  expect(head?.active).toBe(true);
}
