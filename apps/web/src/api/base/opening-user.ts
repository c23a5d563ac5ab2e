import type { User } from '@noek/contract/auth/schemas';

const timeoutMs = 15_000;

/**
 * The current user, for the first request of a page; undefined if the server gave no usable answer and must be asked with the client.
 * Two reasons not to use the client here: index.html preloads this address while the code is still loading, and later calls must not get
 * the preloaded answer; and the company site loads the client only for a sign-in or a sign-out. Throws the errors of `fetch`.
 */
export async function openingUser(): Promise<User | null | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch('/api/trpc/auth.user?batch=1&input=%7B%7D&opening', { signal });
  if (!answer.ok) return undefined;
  const [first] = (await answer.json()) as [{ result?: { data: User | null } }];
  return first.result?.data;
}
