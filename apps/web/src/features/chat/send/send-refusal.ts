import { refusalOf } from '@noek/contract/sending';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { resetLabel } from '../message/date-labels.ts';
import { chatTexts } from '../texts.ts';

/** Why a message was not sent, as it is shown above the box. */
export type SendRefusal = { kind: 'limit' | 'failed'; text: string };

/** Where the words of a send that was refused are: back in the box, in the editor of a message, or it had none. */
export type Kept = 'box' | 'editor' | null;

const keptTexts = {
  box: chatTexts.sending.keptInBox,
  editor: chatTexts.sending.keptInEditor,
} as const;

/**
 * What to say about a send that was refused. The server's own sentence is kept; to a used-up allowance it adds when the next
 * message is free. `kept` says where the text is.
 */
export function sendRefusal(error: unknown, kept: Kept): SendRefusal {
  if (errorCode(error) === 'MESSAGE_LIMIT_REACHED') {
    const resetAt = refusalOf(error)?.resetAt;
    const reset = resetLabel(typeof resetAt === 'string' ? resetAt : null);
    const sentence = errorText(error);
    return { kind: 'limit', text: chatTexts.sending.limitReached(sentence, reset) };
  }
  return { kind: 'failed', text: kept ? `${errorText(error)} ${keptTexts[kept]}` : errorText(error) };
}
