import { APIError } from 'openai';
import { ProviderFailure } from '../provider-failure.ts';

/** What a provider said instead of an answer, with an error status or in a response that began like an answer. */
export type Complaint = { status: number | undefined; code: string | undefined; text: string };

export const tooLong = 'context_length_exceeded';

/** Null for an error that is no complaint of a provider. */
export function complaintOf(error: unknown): Complaint | null {
  if (error instanceof APIError && error.status)
    return { status: error.status, code: error.code ?? undefined, text: `${error.param ?? ''} ${error.message}` };
  if (error instanceof ProviderFailure && error.complaint !== null)
    return { status: error.status, code: error.kind === 'too-long' ? tooLong : undefined, text: error.complaint };
  return null;
}
