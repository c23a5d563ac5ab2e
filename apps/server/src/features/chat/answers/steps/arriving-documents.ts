import { type DocumentKind, kindsByLanguage } from '@noek/contract/documents/kinds';
import { maxDocumentBytes } from '@noek/contract/documents/limits';
import type { LlmEvent } from '../../../../integrations/llm/llm.ts';
import { plainTitle } from '../../tools/document-tools.ts';
import type { AnswerText } from '../running/answer-text.ts';
import { StringFields } from './string-fields.ts';

/** Followers get more of a document at most this often, in milliseconds. */
const everyMs = 50;
/** Longer titles and kinds are no use. In UTF-16 code units. */
const longestField = 1_000;

/** The documents whose calls arrive in one model call, on their way to those who follow the answer. Nothing of them is stored. */
export class ArrivingDocuments {
  readonly #answer: Pick<AnswerText, 'events' | 'mayShow'>;
  readonly #turn: number;
  readonly #documents = new Map<number, ArrivingDocument>();

  /** `turn`: how many calls to models came before. */
  constructor(answer: Pick<AnswerText, 'events' | 'mayShow'>, turn: number) {
    this.#answer = answer;
    this.#turn = turn;
  }

  take({ position, text }: Extract<LlmEvent, { type: 'tool-call-part' }>): void {
    let document = this.#documents.get(position);
    if (!document) {
      // The one before is complete.
      this.flush();
      document = new ArrivingDocument(`${this.#turn}-${position}`);
      this.#documents.set(position, document);
    }
    document.take(text);
    if (document.isDue) this.#tell(document);
  }

  /** Tells what is held back. */
  flush(): void {
    for (const document of this.#documents.values()) this.#tell(document);
  }

  /** What follows is another attempt. */
  forget(): void {
    this.#documents.clear();
  }

  #tell(document: ArrivingDocument): void {
    const part = this.#answer.mayShow() ? document.next() : null;
    if (part) this.#answer.events.write(part);
  }
}

class ArrivingDocument {
  readonly #key: string;
  readonly #fields = new StringFields((field, text, isWhole) => this.#onText(field, text, isWhole));
  #title = '';
  #kind = '';
  #hasTitle = false;
  /** What was not told yet, and how much was. */
  #held = '';
  #told = 0;
  #hasNews = false;
  #lastTold = Number.NEGATIVE_INFINITY;

  constructor(key: string) {
    this.#key = key;
  }

  get isDue(): boolean {
    return this.#hasNews && performance.now() - this.#lastTold >= everyMs;
  }

  take(json: string): void {
    this.#fields.take(json);
  }

  /** What is new of it; null if nothing is. */
  next() {
    if (!this.#hasNews) return null;
    // Half of a character waits for the other half.
    const isCut = /[\uD800-\uDBFF]$/.test(this.#held);
    const text = isCut ? this.#held.slice(0, -1) : this.#held;
    this.#held = isCut ? this.#held.slice(-1) : '';
    this.#hasNews = false;
    this.#lastTold = performance.now();
    const from = this.#told;
    this.#told += text.length;
    return { key: this.#key, title: this.#hasTitle ? plainTitle(this.#title) : '', kind: this.#knownKind, from, text };
  }

  get #knownKind(): DocumentKind | null {
    return kindsByLanguage.get(this.#kind.trim().toLowerCase()) ?? null;
  }

  #onText(field: string, text: string, isWhole: boolean): void {
    if (field === 'content') {
      this.#held += text.slice(0, maxDocumentBytes - this.#told - this.#held.length);
      this.#hasNews = true;
    } else if (field === 'title') {
      this.#title += text.slice(0, longestField - this.#title.length);
      this.#hasTitle ||= isWhole;
      this.#hasNews ||= isWhole;
    } else if (field === 'kind') {
      this.#kind += text.slice(0, longestField - this.#kind.length);
      this.#hasNews ||= isWhole && this.#hasTitle;
    }
  }
}
