import type { MessageRow } from '../../records/chat.queries.ts';
import type { AnswerText, RecordedFields } from './answer-text.ts';

/** What a feature keeps of an answer while it is made: what the answer was given, or has used. */
export abstract class AnswerPart {
  protected readonly text: AnswerText;

  constructor(text: AnswerText) {
    this.text = text;
  }

  /** What is stored of it when the answer ends as `row`. */
  atEnd(_row: MessageRow): RecordedFields {
    return {};
  }
}

/** The class of a part, which its feature declares in its own file. */
type PartClass<Part extends AnswerPart> = new (text: AnswerText) => Part;

/** What an answer was given and has used, in parts of the features. */
export class AnswerRecord {
  readonly #text: AnswerText;
  readonly #parts = new Map<PartClass<AnswerPart>, AnswerPart>();

  constructor(text: AnswerText) {
    this.#text = text;
  }

  /** The part of a feature. It is made when it is first asked for, so that an answer pays only for what it uses. */
  of<Part extends AnswerPart>(kind: PartClass<Part>): Part {
    const known = this.#parts.get(kind);
    // A part is stored under its class.
    if (known) return known as Part;
    const part = new kind(this.#text);
    this.#parts.set(kind, part);
    return part;
  }

  /** What all parts store when the answer ends as `row`. Each part stores fields of its own. */
  atEnd(row: MessageRow): RecordedFields {
    return Object.assign({}, ...[...this.#parts.values()].map((part) => part.atEnd(row)));
  }
}
