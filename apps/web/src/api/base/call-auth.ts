import type { AppRouter } from '@noek/server/router';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { failedAnswer } from './failed-answer.ts';
import { RefusedCall, refusalIn } from './refused-call.ts';

type Inputs = inferRouterInputs<AppRouter>['auth'];
type Outputs = inferRouterOutputs<AppRouter>['auth'];

/** A call that hangs must not keep a page from starting. */
const timeoutMs = 15_000;

/** Calls one auth procedure without the tRPC client, for pages that do not load it. Throws refusals and the errors of `fetch`. */
export async function callAuth<Name extends 'user' | 'crossDomainLogin' | 'crossDomainLogout' | 'logout'>(
  name: Name,
  ...[input]: Inputs[Name] extends void ? [] : [Inputs[Name]]
): Promise<Outputs[Name]> {
  const url = `/api/trpc/auth.${name}?batch=1`;
  if (name === 'user') return ask(`${url}&input=%7B%7D`);
  const headers = { 'Content-Type': 'application/json' };
  return ask(url, { method: 'POST', headers, body: JSON.stringify({ 0: input }) });
}

/**
 * The current user, for the first request of a page. index.html preloads this URL while the code is still loading. Later calls must
 * not get the preloaded answer, so they use `callAuth`.
 */
export const openingUser = (): Promise<Outputs['user']> => ask('/api/trpc/auth.user?batch=1&input=%7B%7D&opening');

async function ask<Data>(url: string, options: RequestInit = {}): Promise<Data> {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(timeoutMs) });
  const failure = await failedAnswer(answer);
  if (failure) throw failure;
  const body = await answer.json();
  const refusal = refusalIn(answer, body);
  if (refusal) throw refusal;
  const [first] = body as [{ result: { data: Data } } | { error: { message: string; data: Record<string, unknown> } }];
  if ('error' in first) throw new RefusedCall(first.error.message, first.error.data);
  return first.result.data;
}
