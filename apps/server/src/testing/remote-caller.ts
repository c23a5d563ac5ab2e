/** A script that calls a separate server by REST and typed procedures and keeps its cookies. */
export type RemoteCaller = {
  cookies: Map<string, string>;
  call(path: string, options?: RemoteCall): Promise<Response>;
  json<T = Record<string, unknown>>(path: string, options?: RemoteCall): Promise<{ status: number; body: T }>;
  /** Calls a query. Rejects with the error's message. */
  query<T>(procedure: string, input?: unknown): Promise<T>;
  /** Calls a mutation. Rejects with the error's message. */
  mutate<T>(procedure: string, input?: unknown): Promise<T>;
};
type RemoteCall = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };

export function remoteCaller(address: string): RemoteCaller {
  const cookies = new Map<string, string>();
  const caller: RemoteCaller = {
    cookies,
    async call(path, { method = 'GET', body, headers, signal } = {}) {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(cookies.size > 0 ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return response;
    },
    async json<T>(path: string, options?: RemoteCall) {
      const response = await caller.call(path, options);
      return { status: response.status, body: (await response.json()) as T };
    },
    query: async <T>(procedure: string, input?: unknown) => {
      const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return resultOf<T>(await caller.call(`/api/trpc/${procedure}${query}`));
    },
    mutate: async <T>(procedure: string, input?: unknown) =>
      resultOf<T>(await caller.call(`/api/trpc/${procedure}`, { method: 'POST', body: input ?? {} })),
  };
  return caller;
}

async function resultOf<T>(response: Response): Promise<T> {
  const body = (await response.json()) as { result?: { data: T }; error?: { message: string } };
  if (!body.result) throw new Error(`${response.status}: ${body.error?.message}`);
  return body.result.data;
}
