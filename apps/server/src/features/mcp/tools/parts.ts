import { conversationIdParamSchema, conversationIdSchema } from '@noek/contract/calls/conversation-id';
import { documentKindSchema } from '@noek/contract/documents/schemas';
import { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { noSuchPage } from '../../../read-cursor.ts';

/** The id of a conversation as clients send it. Some keep large numbers as text. */
export const conversationIdInput = z.union([conversationIdSchema, conversationIdParamSchema]);

/** Where a page of a list begins. */
export const cursorInput = z
  .string()
  .max(64)
  .optional()
  .describe('The "nextCursor" of the page before. Leave it out for the first page.');

export const nextCursorOutput = z
  .string()
  .nullable()
  .describe('Pass it as "cursor" to read the next page. Null: this is the last one.');

/** The position that a cursor names. Throws BAD_REQUEST if no page gave it. */
export function positionOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,9}$/.test(cursor)) throw noSuchPage();
  return Number(cursor);
}

/** A part of a list that is in memory, with the cursor of the next one. */
export function pageOf<Item>(
  items: readonly Item[],
  { cursor, size }: { cursor: string | undefined; size: number },
): { page: Item[]; nextCursor: string | null } {
  const start = positionOf(cursor);
  const end = start + size;
  return { page: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}

/** A document that an answer has made or changed. */
export const documentOutput = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: documentKindSchema,
  version: z.number().int(),
  url: z.string().describe('Where the person can open it.'),
  text: z.string().describe('Its text as the answer has left it.'),
  charactersLeftOut: z.number().int().describe('How much of a long text is left out; usually 0.'),
});

/** How much is shown of the documents of one answer, in UTF-16 code units. */
export const longestDocuments = 20_000;

/** The page of a conversation, for people. */
export const chatUrl = ({ config }: Ctx, conversationId: number, messageId: string | null = null): string =>
  `${config.origins.chat}/chat/${conversationId}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`;

/** The last line of a page that is not the last one. */
export const moreLine = (nextCursor: string | null): string[] =>
  nextCursor === null ? [] : [`There are more. Pass cursor "${nextCursor}" to read on.`];
