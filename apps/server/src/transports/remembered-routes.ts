import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/** Far more than there are paths without parameters. */
const mostRemembered = 1_000;

/**
 * Hono's router for paths of any form, which remembers what it found for paths without parameters. Its own search collects the handlers
 * of every level for each request.
 */
export class RememberedRoutes<T> implements Router<T> {
  readonly name = 'RememberedRoutes';
  readonly #routes = new TrieRouter<T>();
  readonly #found = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#found.clear();
    this.#routes.add(method, path, handler);
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const known = this.#found.get(key);
    if (known) return known;
    const found = this.#routes.match(method, path);
    const [handlers] = found;
    if (handlers.some(([, params]) => Object.keys(params).length > 0)) return found;
    // Paths that nobody declared count, too, so that the number is limited.
    if (this.#found.size === mostRemembered) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }
}
