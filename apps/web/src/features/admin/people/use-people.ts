import { peoplePage } from '@noek/contract/admin/limits';
import type { AdminUser } from '@noek/contract/admin/schemas';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionFetch } from '../../../api/base/session-fetch.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { adminTexts } from '../texts.ts';

/** How often the visible list is read again, in milliseconds. If it has not changed, the answer is empty. */
const refetchMs = 5_000;
const debounceMs = 180;

/** The query key of every list of people. */
export const peopleKey = ['admin', 'people'] as const;

export type People = { users: readonly AdminUser[]; total: number; tag: string | null };

/** A refused read, with the status to show and the other fields of the answer. */
class PeopleRefused extends Error {
  readonly data: { httpStatus: number };

  constructor(status: number, body: object = {}) {
    super(adminTexts.denied.error(status));
    this.data = { ...body, httpStatus: status };
  }
}

/** The status of a refused read; null for other failures. */
export const refusedStatus = (error: unknown): number | null =>
  error instanceof PeopleRefused ? error.data.httpStatus : null;

/** A page of the people who fit a search, read when the person pauses typing and then every five seconds. */
export function usePeople(search: string, page: number) {
  const queries = useQueryClient();
  const { user } = useCurrentUser();
  const typed = search.trim();
  const [q, setQ] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), typed === '' ? 0 : debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const queryKey = [...peopleKey, q, page];
  const query = useQuery({
    queryKey,
    queryFn: () => readPeople({ search: q, page }, queries.getQueryData<People>(queryKey)),
    enabled: user?.accessLevel === 'admin',
    staleTime: 0,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  // Until the unfiltered list has been read, only the search has a total.
  const everybody = queries.getQueryData<People>([...peopleKey, '', 1])?.total ?? data?.total ?? 0;
  return { query, everybody, isBehind: q !== typed || query.isPlaceholderData };
}

/** Reads a page; `known` is what was read before, and stays if nothing has changed. */
async function readPeople(
  { search, page }: { search: string; page: number },
  known: People | undefined,
): Promise<People> {
  const query = new URLSearchParams({ search, page: String(page), pageSize: String(peoplePage.size) });
  const answer = await sessionFetch(`/api/admin/users?${query}`, {
    headers: known?.tag ? { 'If-None-Match': known.tag } : {},
  }).catch(refusalOfProxy);
  if (answer.status === 304 && known) return known;
  if (!answer.ok) throw new PeopleRefused(answer.status, await answer.json().catch(() => ({})));
  return {
    users: (await answer.json()) as AdminUser[],
    total: Number(answer.headers.get('X-Total-Count')),
    tag: answer.headers.get('ETag'),
  };
}

/** `sessionFetch` throws what a proxy answered as "502: …". */
function refusalOfProxy(error: unknown): never {
  const [, status] = (error instanceof Error && /^(\d{3}): /.exec(error.message)) || [];
  throw status ? new PeopleRefused(Number(status)) : error;
}
