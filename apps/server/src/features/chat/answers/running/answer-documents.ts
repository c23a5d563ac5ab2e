import type { Document } from '@noek/contract/documents/schemas';
import { withDocuments } from '../../log/log-entries.ts';
import { AnswerPart } from './answer-record.ts';

/** The documents that an answer has made or changed. */
export class AnswerDocuments extends AnswerPart {
  add({ id, title, kind, version }: Document): void {
    this.text.set({ documents: withDocuments(this.text.row.documents, [{ id, title, kind, version }]) });
  }
}
