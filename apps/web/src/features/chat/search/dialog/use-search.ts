import { trimmed } from '@noek/contract/text/characters';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../../../../api/trpc.ts';

const debounceMs = 180;
/** Results older than this may lack messages written since, in milliseconds. */
const freshMs = 10_000;

/** The results for a text, requested when the user pauses typing; until they arrive, the previous results. */
export function useSearch(text: string) {
  const typed = trimmed(text);
  const [q, setQ] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), typed === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = trpc.chat.search.useQuery(
    { q },
    { enabled: q !== '', staleTime: freshMs, placeholderData: keepPreviousData },
  );
  return { q, query, isBehind: q !== typed || query.isPlaceholderData };
}
