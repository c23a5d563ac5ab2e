import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Names the next page of a list in the Link header: this request with another cursor. Null: there is none. */
export function linkNextPage(c: Context<AppEnv>, nextCursor: string | null): void {
  if (!nextCursor) return;
  const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor });
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`);
}
