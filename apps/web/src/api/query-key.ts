import type { QueryKey } from '@tanstack/react-query';

/** Reads of a procedure are kept as one answer or as a list of pages; "any" stands for both. */
export type QueryType = 'query' | 'infinite' | 'any';

/**
 * The key of a procedure's reads in the query cache: its path first, then its input and how it is read. A shorter path or no input
 * gives the key of everything below. `cursor` belongs to a page, not to the list.
 */
export function queryKeyOf(path: readonly string[], input: unknown, type: QueryType): QueryKey {
  if (!input && type === 'any') return path.length > 0 ? [path] : [];
  const { cursor: _, direction: __, ...list } = (type === 'infinite' ? (input ?? {}) : {}) as Record<string, unknown>;
  const kept = type === 'infinite' && input !== undefined ? list : input;
  return [path, { ...(kept !== undefined && { input: kept }), ...(type !== 'any' && { type }) }];
}
