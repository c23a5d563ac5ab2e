import type { SearchHit } from '@noek/contract/chat/search';

/** More hits of one conversation are shown on request. */
const shownPerConversation = 3;

export type HitGroup = { conversationId: number; hits: SearchHit[]; hidden: SearchHit[] };

/** The hits by conversation, each in the place of its first hit. `hidden`: those left out, none in an `expanded` conversation. */
export function groupHits(hits: readonly SearchHit[], expanded: ReadonlySet<number>): HitGroup[] {
  return [...Map.groupBy(hits, (hit) => hit.conversationId)].map(([conversationId, all]) => {
    // A line that reveals a single hit would take the room of that hit.
    const isWhole = expanded.has(conversationId) || all.length <= shownPerConversation + 1;
    const shown = isWhole ? all : all.slice(0, shownPerConversation);
    return { conversationId, hits: shown, hidden: all.slice(shown.length) };
  });
}
