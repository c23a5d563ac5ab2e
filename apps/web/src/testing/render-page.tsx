import type { PublicConfig } from '@noek/contract/config/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, vi } from 'vitest';
import { ApiProvider } from '../api/api-provider.tsx';
import { PublicConfigContext } from '../api/base/public-config.ts';
import type { TrpcClient } from '../api/client.ts';
import { FakeEventSource } from './fake-event-source.ts';
import { Refusal } from './refusal.ts';
import { testConfig } from './test-config.ts';

/** The inputs of the page's calls, by procedure. */
export type Calls = Record<string, unknown[]>;

/** Answers calls by procedure name; event streams stay silent. An error other than a Refusal simulates a broken connection. */
export function stubApi(procedures: Record<string, (input: never) => unknown>): Calls {
  const calls: Calls = {};
  const answer = async (name: string, input: unknown) => {
    const procedure = procedures[name] as ((input: unknown) => unknown) | undefined;
    if (!procedure) throw new Error(`The page called ${name}, which this test does not expect.`);
    calls[name] = [...(calls[name] ?? []), input];
    try {
      return { result: { data: (await procedure(input)) ?? null } };
    } catch (error) {
      if (error instanceof Refusal) return { error: { message: error.message, code: -32000, data: error.data } };
      throw new TypeError('Failed to fetch');
    }
  };
  FakeEventSource.made = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('fetch', async (address: string, options: { body?: string; signal?: AbortSignal }) => {
    const url = new URL(address, 'http://page.test');
    if (url.pathname === configPath) return Response.json(resultOf(await answer('config', undefined)));
    if (url.pathname === syncPath) return syncAnswer(await answer('auth.sync', undefined));
    const names = url.pathname.replace('/api/trpc/', '').split(',');
    const inputs = JSON.parse(options.body ?? url.searchParams.get('input') ?? '{}') as Record<string, unknown>;
    const answers = Promise.all(names.map((name, at) => answer(name, inputs[at])));
    return Response.json(await Promise.race([answers, untilAborted(options.signal)]));
  });
  return calls;
}

const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The public settings, which tests answer as `config`. */
const configPath = '/api/config';
const resultOf = (answer: object) => ('result' in answer ? (answer.result as { data: unknown }).data : null);

/** The only call to another of our hosts, which does not use tRPC. Tests answer it as `auth.sync`. */
const syncPath = '/api/auth/sync-cross-domain';
const syncAnswer = (answer: object) =>
  'result' in answer
    ? Response.json(resultOf(answer))
    : Response.json({ message: 'Please sign in first.' }, { status: 401 });

/**
 * Renders a screen with settings and the API of `stubApi`. `queryClient`: one with cached data; `client`: a configured tRPC client.
 */
export function renderPage(
  screen: ReactElement,
  config: Partial<PublicConfig> = {},
  queryClient?: QueryClient,
  client?: TrpcClient,
) {
  return render(
    <PublicConfigContext value={{ ...testConfig, ...config }}>
      <ApiProvider {...(queryClient && { queryClient })} {...(client && { client })}>
        {screen}
      </ApiProvider>
    </PublicConfigContext>,
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});
