import { authorizePath } from '@noek/contract/auth/app-paths';

/**
 * Packs the query of an app's request into one parameter. The router reads values as JSON and writes them in its own way, which would change
 * what the app gets back, such as a `state` of many digits. Call it before the router reads the address.
 */
export function keepAppQuery({ location, history }: Pick<Window, 'location' | 'history'> = window): void {
  if (location.pathname !== authorizePath || location.search.length < 2) return;
  if (new URLSearchParams(location.search).has('asked')) return;
  history.replaceState(history.state, '', `${location.pathname}?asked=${packed(location.search.slice(1))}`);
}

/** The first letter keeps the router from reading it as a number. */
export const packed = (query: string): string =>
  `q${btoa(unescapedBytes(query)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;

/** The query in such a parameter; empty if there is none. */
export function unpacked(asked: string): string {
  if (!/^q[\w-]*$/.test(asked)) return '';
  try {
    const bytes = atob(asked.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}

const unescapedBytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
