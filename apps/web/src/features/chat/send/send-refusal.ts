import { refusalOf } from '@noek/contract/chat/sending';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { resetLabel } from '../../../components/dates/date-labels.ts';
import { sendTexts } from './texts.ts';

/** Why a message was not sent, as shown above the box. */
export type SendRefusal = { kind: 'limit' | 'failed'; text: string };

/** Where the text of a refused send is: back in the box, back in a message's editor, or nowhere because there was none. */
export type Kept = 'box' | 'editor' | null;

const keptTexts = {
  box: sendTexts.keptInBox,
  editor: sendTexts.keptInEditor,
} as const;

/**
 * Returns what to say about a refused send. It keeps the server's own sentence and, for a used-up allowance, adds when the next
 * message is available. `kept` says where the text is.
 */
export function sendRefusal(error: unknown, kept: Kept): SendRefusal {
  if (errorCode(error) === 'MESSAGE_LIMIT_REACHED') {
    const resetAt = refusalOf(error)?.resetAt;
    const reset = resetLabel(typeof resetAt === 'string' ? resetAt : null);
    const sentence = errorText(error);
    return { kind: 'limit', text: sendTexts.limitReached(sentence, reset) };
  }
  return { kind: 'failed', text: kept ? `${errorText(error)} ${keptTexts[kept]}` : errorText(error) };
}
