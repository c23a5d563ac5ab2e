import type { Usage } from '@noek/contract/chat/answers';
import type { MessageRow } from '../../records/chat.queries.ts';
import { AnswerPart } from './answer-record.ts';
import { type CallUsage, sumOf } from './call-usage.ts';

/** What the model calls of an answer have used. */
export class AnswerUsage extends AnswerPart {
  /** The calls that have not ended. */
  readonly #calls = new Set<CallUsage>();

  /** Counts what a model call uses, also if the answer ends before it does. */
  begin(call: CallUsage): void {
    this.#calls.add(call);
  }

  end(call: CallUsage): void {
    if (this.text.events.isClosed || !this.#calls.delete(call)) return;
    this.text.set({ usage: sumOf(this.text.row.usage, call.total) });
  }

  /** What was used so far, also by calls that have not ended; null if no model has answered. */
  get soFar(): Usage | null {
    return [...this.#calls].reduce((sum, call) => sumOf(sum, call.total), this.text.row.usage);
  }

  override atEnd(): Pick<MessageRow, 'usage'> {
    return { usage: this.soFar };
  }
}
