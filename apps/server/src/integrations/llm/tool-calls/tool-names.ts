import type { LlmTool } from '../llm.ts';

/** What some models write before or after the name of a tool. */
const namespace = /^(?:functions?|tools?|default_api)[.:/]/i;
const position = /:\d+$/;

const folded = (name: string): string =>
  name
    .trim()
    .replace(namespace, '')
    .replace(position, '')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/**
 * Finds the tool that a model means, of those that it was offered: `saveMemory`, `Save_Memory`, `functions.save_memory` and
 * ` save_memory ` are `save_memory`. Undefined if it means none of them, or may mean several.
 */
export function toolNamer(tools: readonly Pick<LlmTool, 'name'>[]): (written: string) => string | undefined {
  const exact = new Set(tools.map(({ name }) => name));
  return (written) => {
    if (exact.has(written)) return written;
    const meant = tools.filter(({ name }) => folded(name) === folded(written));
    return meant.length === 1 ? meant[0]?.name : undefined;
  };
}
