import { NoekUnreachable } from './errors.ts';

export type SessionFetch = {
  /** `fetch` with the token or the cookies. Throws NoekUnreachable if there is no response, and the signal's reason if it aborts. */
  fetch: typeof globalThis.fetch;
  /** The cookies, in the form of a Cookie header. */
  readonly cookie: string;
};

/** A `fetch` that authenticates, and keeps the cookies that the server sets. In a browser, the browser keeps them. */
export function createSessionFetch(url: string, token: string | undefined, cookie: string): SessionFetch {
  const jar = new Map(cookie.split(/;\s*/).filter(Boolean).map(splitCookie));
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (jar.size > 0) headers.set('Cookie', cookieHeader());
      if (token) headers.set('Authorization', `Bearer ${token}`);
      const response = await fetch(input, { ...init, headers }).catch((error: unknown) => {
        if (init?.signal?.aborted) throw init.signal.reason;
        throw new NoekUnreachable(new URL(url).origin, error);
      });
      for (const line of response.headers.getSetCookie()) {
        const [name, value] = splitCookie(line.split(';')[0] ?? '');
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return response;
    },
    get cookie() {
      return cookieHeader();
    },
  };
}

function splitCookie(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
