import type { Database } from '@noek/db/database';
import { createApp } from '../app.ts';
import { createSession } from '../features/auth/session/session.ts';
import type { Llm } from '../integrations/llm/llm.ts';
import { createTestCtx, type TestCtxOptions } from './create-test-ctx.ts';

export type TestCall = {
  method?: string;
  body?: unknown;
  text?: string;
  /** A body that is a file. */
  bytes?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** A caller of the app that keeps its cookies and uses JSON, like a browser or a script. */
export type TestCaller = {
  call(path: string, options?: TestCall): Promise<Response>;
  json<T = Record<string, unknown>>(path: string, options?: TestCall): Promise<{ status: number; body: T }>;
  cookies: Map<string, string>;
};

/** The complete app on a real database, called without a network. */
export function createTestApp(db: Database, llm: Llm, options: Omit<TestCtxOptions, 'db' | 'llm'> = {}) {
  const ctx = createTestCtx({ db, llm, ...options });
  const { state } = ctx.composed;
  const app = createApp(ctx.composed.deps, state);

  const caller = (host = 'localhost:5000'): TestCaller => {
    const cookies = new Map<string, string>();
    const call = async (path: string, { method = 'GET', body, text, bytes, headers = {} }: TestCall = {}) => {
      const payload = text ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await app.request(`http://${host}${path}`, {
        method,
        headers: {
          Host: host,
          ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(cookies.size > 0 ? { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') } : {}),
          ...headers,
        },
        ...(payload === undefined ? {} : { body: payload }),
      });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', value = ''] = pair.split('=');
        if (value) cookies.set(name, value);
        else cookies.delete(name);
      }
      return response;
    };
    return {
      call,
      cookies,
      async json<T>(path: string, callOptions?: TestCall) {
        const response = await call(path, callOptions);
        return { status: response.status, body: (await response.json()) as T };
      },
    };
  };

  return {
    app,
    ctx,
    state,
    caller,
    /** A caller with its own session. */
    async signedIn(userId: string, host?: string): Promise<TestCaller> {
      const who = caller(host);
      const { token } = await createSession(ctx, userId);
      who.cookies.set('noek_session', token);
      return who;
    },
  };
}
