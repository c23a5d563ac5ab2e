import type { DemoConversation } from './conversation.ts';
import { factToSave } from './memories.ts';
import { queryToSearch } from './search-results.ts';

/** The tool that the demo calls before it answers; null when it needs none. */
export function toolCall(conversation: DemoConversation): { name: string; arguments: Record<string, unknown> } | null {
  const query = queryToSearch(conversation);
  if (query !== null) return { name: 'web_search', arguments: { query } };
  const content = factToSave(conversation);
  if (content === null) return null;
  const importance = /allerg|intoleran|diabet/i.test(content) ? 'high' : 'normal';
  return { name: 'save_memory', arguments: { title: content.slice(0, 60), content, importance } };
}
