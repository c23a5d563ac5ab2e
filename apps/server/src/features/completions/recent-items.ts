import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../context.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { findKeptAnswer, messageIdOf } from './previous-answer.ts';
import type { OutputItem } from './response-form.ts';
import type { Earlier, EarlierItem, OpenTurn, ResponseRequest } from './response-input.ts';

/** For how long a response can be referred to that is not kept as a conversation. */
const keptForMs = 60 * 60_000;
/** All of them together, in characters. */
const mostCharacters = 16 * 1024 * 1024;

/**
 * What requests can refer to of recent responses, in the memory of this process and nowhere else: the items of those that left open whether
 * they are kept, because packages that expect OpenAI to keep each response refer to them; and of those that are to be kept but end in calls
 * of tools, what was said until then.
 */
export type RecentItems = {
  remember(owner: UserOwner, asked: ResponseRequest, responseId: string, items: readonly OutputItem[]): void;
  /** What the caller can refer to, with the messages that are kept. */
  of(ctx: Ctx, owner: UserOwner): Earlier;
};

type Remembered = { item: EarlierItem } | { openTurn: OpenTurn };

export function createRecentItems(): RecentItems {
  const known = new LRUCache<string, Remembered>({
    maxSize: mostCharacters,
    // No answer takes the place of many others.
    maxEntrySize: mostCharacters / 16,
    sizeCalculation: (one) => JSON.stringify(one).length,
    ttl: keptForMs,
  });
  const keyOf = (owner: UserOwner, id: string) => JSON.stringify([owner.id, id]);
  return {
    remember(owner, { request, leavesStoreOpen }, responseId, items) {
      if (leavesStoreOpen) for (const item of items) known.set(keyOf(owner, item.id), { item: earlierOf(item) });
      const toolCalls = items.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, arguments: item.arguments }] : [],
      );
      if (!request.store || toolCalls.length === 0) return;
      const content = items.map((item) => (item.type === 'message' ? textOf(item) : '')).join('');
      const { previous, messages } = request;
      const openTurn = { previous, messages: [...messages, { role: 'assistant' as const, content, toolCalls }] };
      known.set(keyOf(owner, responseId), { openTurn });
    },
    of: (ctx, owner) => ({
      isKept: async (responseId) => (await keptAnswer(ctx, responseId)) !== null,
      async item(id) {
        const recent = known.get(keyOf(owner, id));
        if (recent && 'item' in recent) return recent.item;
        const kept = await keptAnswer(ctx, id);
        return kept && { type: 'message', text: kept.content };
      },
      openTurn(responseId) {
        const recent = known.get(keyOf(owner, responseId));
        return recent && 'openTurn' in recent ? recent.openTurn : null;
      },
    }),
  };
}

async function keptAnswer(ctx: Ctx, id: string) {
  const messageId = messageIdOf(id);
  return messageId === null ? null : findKeptAnswer(ctx, messageId);
}

const textOf = ({ content }: Extract<OutputItem, { type: 'message' }>): string =>
  content.map(({ text }) => text).join('');

function earlierOf(item: OutputItem): EarlierItem {
  if (item.type === 'message') return { type: 'message', text: textOf(item) };
  const { type, call_id, name, arguments: given } = item;
  return { type, call_id, name, arguments: given };
}
