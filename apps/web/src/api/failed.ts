import { type Toast, toast } from '../components/base/toasts/toast.ts';
import { errorCode, errorText, serverText } from './base/error-text.ts';

type Words = Pick<Toast, 'title' | 'description'>;

/** The toast for the failure of a mutation: a title above the reason, or all of its words; null: no toast. */
export type Failed = string | ((error: unknown, variables: never) => Words | null);

declare module '@tanstack/react-query' {
  interface Register {
    /** `failed`: a toast tells the failure. Without it, what began the mutation tells it, such as a form at its field. */
    mutationMeta: { failed?: Failed };
  }
}

/** Tells the failure of a mutation as its `meta` says. `variables`: what it was called with. */
export function tellFailed(failed: Failed, error: unknown, variables: unknown): void {
  const words =
    typeof failed === 'string' ? { title: failed, description: errorText(error) } : failed(error, variables as never);
  if (words) toast({ ...words, variant: 'destructive' });
}

/** Shows the failure of a call that is no mutation of React Query: a title above the reason. */
export function tellFailure(title: string, error: unknown): void {
  toast({ title, description: errorText(error), variant: 'destructive' });
}

/** The reason alone; `fallback` if none is known. */
export const reasonOr = (fallback: string) => (error: unknown) => ({ title: errorText(error, fallback) });

/** The server's reason alone; `fallback` if it gave none, also without a connection. */
export const serverReasonOr = (fallback: string) => (error: unknown) => ({ title: serverText(error) ?? fallback });

/** No toast if something is not there: it was removed elsewhere in the meantime, as was wanted. */
export const unlessGone = (failed: (error: unknown) => Words) => (error: unknown) =>
  errorCode(error) === 'NOT_FOUND' ? null : failed(error);
