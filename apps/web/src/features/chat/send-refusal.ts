import { errorCode, errorText, refusalOf } from '../../api/error-text.ts';
import { resetLabel } from './date-labels.ts';

/** Why a message was not sent, as it is shown above the box. */
export type SendRefusal = {
  kind: 'limit' | 'expired' | 'failed';
  text: string;
  /** The conversation it was meant for. */
  conversationId: number | null;
};

/** Where the words of a send that failed are: back in the box, in the editor of a message, or it had none. */
export type Kept = 'box' | 'editor' | null;

const whereabouts = {
  box: 'Your message is back in the box.',
  editor: 'What you wrote is kept in the message.',
} as const;

/**
 * What to say about a send that failed. The server's own sentence is kept; to a used-up allowance it adds when the next
 * message is free, and to a session that ended it says how to go on. `kept` says where the text is.
 */
export function sendRefusal(
  error: unknown,
  { expired, kept }: { expired: boolean; kept: Kept },
): Omit<SendRefusal, 'conversationId'> {
  if (expired) return { kind: 'expired', text: 'Your session has ended. Sign in again to go on.' };
  if (errorCode(error) === 'MESSAGE_LIMIT_REACHED') {
    const resetAt = refusalOf(error)?.resetAt;
    const reset = resetLabel(typeof resetAt === 'string' ? resetAt : null);
    const sentence = errorText(error);
    return { kind: 'limit', text: reset ? `${sentence} The next one is free at ${reset}.` : sentence };
  }
  return { kind: 'failed', text: kept ? `${errorText(error)} ${whereabouts[kept]}` : errorText(error) };
}
