import type { XmlNode } from '../../word-tree.ts';

/** A field that is being read: its code comes first, then, unless it has none, what it shows. */
export type Field = {
  code: string;
  hasResult: boolean;
  /** The state of a field of a form. */
  form: XmlNode | undefined;
  /** The paragraph in which the result begins, and the place in its text. */
  owner: object | null;
  place: number;
};

/** Fields that set a value and show nothing. */
const silent = /^\s*(SET|ASK)\b/i;
const pageNumber = /^\s*PAGE\b/i;

/** As much as is read of a document at all. */
const mostLost = 4_000_000;

/**
 * The fields around a place in a story. They may contain each other and begin and end in different paragraphs (ECMA-376, 17.16.18). Codes are
 * no text.
 */
export class FieldStack {
  readonly #open: { field: Field; hides: boolean }[] = [];
  #hiding = 0;
  #lost = '';
  readonly #isMargin: boolean;

  /** @param isMargin whether this is a header or a footer, where the stored number of a page is that of any page */
  constructor(isMargin = false) {
    this.#isMargin = isMargin;
  }

  /** Whether text at this place is shown. */
  get isShown(): boolean {
    return this.#hiding === 0;
  }

  begin(form: XmlNode | undefined) {
    this.#open.push({ field: { code: '', hasResult: false, form, owner: null, place: 0 }, hides: true });
    this.#hiding++;
  }

  /** Takes a part of a code, or text that an inner field puts there. */
  hidden(text: string, isInstruction: boolean) {
    const inner = this.#open.at(-1);
    if (inner && !inner.field.hasResult) inner.field.code += text;
    if (!isInstruction && this.#lost.length < mostLost) this.#lost += text;
  }

  /** Ends the code of the innermost field; its result begins. */
  separate(owner: object, place: number) {
    const inner = this.#open.at(-1);
    if (!inner || inner.field.hasResult) return;
    Object.assign(inner.field, { hasResult: true, owner, place });
    // What a field of a form shows follows from its state.
    if (silent.test(inner.field.code) || isTold(inner.field) || this.isAnyPage(inner.field)) return;
    inner.hides = false;
    this.#hiding--;
  }

  /** Whether a field shows the number of every page. */
  isAnyPage({ code }: Field): boolean {
    return this.#isMargin && pageNumber.test(code);
  }

  /** Ends a paragraph within fields. */
  newLine() {
    if (!this.isShown) this.hidden('\n', false);
  }

  /** Ends the innermost field and returns it. */
  end(): Field | undefined {
    const inner = this.#open.pop();
    if (inner?.hides) this.#hiding--;
    if (this.#open.length === 0) this.#lost = '';
    return inner?.field;
  }

  /** Ends all fields at the end of a story. Returns the text that was taken for the code of a field without an end. */
  finish(): string {
    const isOpen = this.#open.length > 0;
    const lost = this.#lost;
    this.#open.length = 0;
    this.#hiding = 0;
    this.#lost = '';
    return isOpen ? lost.trim() : '';
  }
}

/** Whether the state of a form says what the field shows: a box, or a choice from a list. */
export const isTold = ({ form }: Field): boolean =>
  form?.children.some(({ name }) => name === 'checkBox' || name === 'ddList') === true;
