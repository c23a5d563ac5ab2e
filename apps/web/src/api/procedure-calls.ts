import { timeZoneHeader } from '@noek/contract/calls/headers';
import { RefusedCall, refusalIn } from './base/refused-call.ts';
import { sessionFetch } from './base/session-fetch.ts';

export const proceduresUrl = '/api/trpc';

/** What the server accepts in one request. */
const maxBatch = 10;

export type CallKind = 'query' | 'mutation';
type Call = {
  path: string;
  input: unknown;
  signal: AbortSignal | undefined;
  resolve: (data: unknown) => void;
  reject: (error: unknown) => void;
};
type Answer = { result?: { data?: unknown }; error?: { message: string; data: Record<string, unknown> } };

/**
 * Calls typed procedures, such as "chat.conversations", over HTTP, as tRPC's batch link does. Calls of one moment share a request.
 * Calls reject with the server's refusals (`RefusedCall`), the errors of `sessionFetch`, and the reason of their signal when it aborts.
 */
export function procedureCalls(): (
  kind: CallKind,
  path: string,
  input: unknown,
  signal?: AbortSignal,
) => Promise<unknown> {
  const waiting: Record<CallKind, Call[]> = { query: [], mutation: [] };
  function send(kind: CallKind): void {
    const calls = waiting[kind].splice(0).filter(({ signal }) => !signal?.aborted);
    for (let at = 0; at < calls.length; at += maxBatch) void sendBatch(kind, calls.slice(at, at + maxBatch));
  }
  return (kind, path, input, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (waiting[kind].push({ path, input, signal, resolve, reject }) === 1) setTimeout(send, 0, kind);
    });
}

async function sendBatch(kind: CallKind, calls: readonly Call[]): Promise<void> {
  try {
    const answer = (await request(kind, calls)) as Answer | Answer[];
    // One answer stands for all calls if the server did not get as far as to look at them one by one.
    for (const [at, call] of calls.entries()) settle(call, Array.isArray(answer) ? answer[at] : answer);
  } catch (error) {
    for (const call of calls) call.reject(error);
  }
}

/** Aborts when nobody waits for an answer to any of the calls; undefined if that never happens. */
function signalOf(calls: readonly Call[]): AbortSignal | undefined {
  const signals = calls.flatMap(({ signal }) => signal ?? []);
  if (signals.length < calls.length) return undefined;
  const controller = new AbortController();
  const look = () => {
    if (signals.every(({ aborted }) => aborted)) controller.abort();
  };
  for (const signal of signals) signal.addEventListener('abort', look, { once: true });
  return controller.signal;
}

function settle({ resolve, reject }: Call, answer: Answer | undefined): void {
  if (answer?.error) reject(new RefusedCall(answer.error.message, answer.error.data));
  else if (answer?.result) resolve(answer.result.data);
  else reject(new Error('The server gave no answer to a call.'));
}

/** Newer browsers have it. */
declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** From `Temporal` if there is one: the first use of `Intl` takes a page about 15 ms. */
const timeZone = (): string =>
  typeof Temporal === 'undefined'
    ? (Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')
    : Temporal.Now.timeZoneId();

async function request(kind: CallKind, calls: readonly Call[]): Promise<unknown> {
  const url = `${proceduresUrl}/${calls.map(({ path }) => path).join()}?batch=1`;
  const inputs = JSON.stringify(Object.fromEntries(calls.map(({ input }, at) => [at, input])));
  const headers = { [timeZoneHeader]: timeZone() };
  const signal = signalOf(calls);
  const abortable = signal ? { signal } : {};
  const answer =
    kind === 'query'
      ? await sessionFetch(`${url}&input=${encodeURIComponent(inputs)}`, { method: 'GET', headers, ...abortable })
      : await sessionFetch(url, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: inputs,
          ...abortable,
        });
  const body = await answer.json();
  const refusal = refusalIn(answer, body);
  if (refusal) throw refusal;
  return body;
}
