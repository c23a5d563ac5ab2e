import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../../../../api/trpc.ts';

const debounceMs = 180;
/** A list that was found a while ago may miss what was written since. */
const freshMs = 10_000;

/** What is found for a text, as soon as its writer pauses; until it is there, what was found before. */
export function useSearch(text: string) {
  const typed = text.trim();
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
