import { MarkdownCode } from '../../../text/markdown-code.ts';

/** How a model marks its thoughts. `anywhere`: also in the middle of a line, because it has no other use. */
type Pair = { opening: Mark; closing: Mark; anywhere: boolean };
/** `whole` finds the mark at the beginning of a text. `mayBegin`: whether a text may be its beginning. */
type Mark = { whole: RegExp; mayBegin(text: string): boolean };

const longestAttributes = 200;
const longestHeader = 200;

/** A mark that is always written like this. */
const fixed = (mark: string): Mark => ({
  whole: new RegExp(`^${mark.replace(/[|[\]/]/g, '\\$&')}`),
  mayBegin: (text) => mark.startsWith(text),
});

function tag(name: string): Pair {
  const opening = `<${name}`;
  const closing = `</${name}`;
  return {
    opening: {
      whole: new RegExp(`^<${name}(?:\\s[^<>]{0,${longestAttributes}})?>`, 'i'),
      mayBegin(text) {
        const written = text.toLowerCase();
        if (written.length <= opening.length) return opening.startsWith(written);
        const rest = written.slice(opening.length);
        return written.startsWith(opening) && /^\s[^<>]*$/.test(rest) && rest.length <= longestAttributes;
      },
    },
    closing: {
      whole: new RegExp(`^</${name}\\s*>`, 'i'),
      mayBegin(text) {
        const written = text.toLowerCase();
        return (
          closing.startsWith(written) || (written.startsWith(closing) && written.slice(closing.length).trim() === '')
        );
      },
    },
    anywhere: false,
  };
}

/** A channel of OpenAI's harmony format: https://developers.openai.com/cookbook/articles/openai-harmony */
const channel = (names: string): Mark => ({
  whole: new RegExp(
    `^(?:<\\|start\\|>assistant[^<]{0,40})?<\\|channel\\|>\\s*(?:${names})[^<]{0,100}(?:<\\|constrain\\|>[^<]{0,20})?<\\|message\\|>`,
  ),
  mayBegin: (text) =>
    ['<|start|>', '<|channel|>'].some((mark) => mark.startsWith(text) || text.startsWith(mark)) &&
    text.length <= longestHeader &&
    !text.includes('<|message|>'),
});

/** How models mark their thoughts when their server does not separate them from the answer. */
const pairs: readonly Pair[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think'].map(tag),
  { opening: fixed('[THINK]'), closing: fixed('[/THINK]'), anywhere: false },
  { opening: fixed('◁think▷'), closing: fixed('◁/think▷'), anywhere: true },
  { opening: fixed('<|begin_of_thought|>'), closing: fixed('<|end_of_thought|>'), anywhere: true },
  // Cohere's.
  { opening: fixed('<|START_THINKING|>'), closing: fixed('<|END_THINKING|>'), anywhere: true },
  // MedGemma's.
  { opening: fixed('<unused94>thought'), closing: fixed('<unused95>'), anywhere: true },
  // Gemma's.
  { opening: fixed('<|channel>thought'), closing: fixed('<channel|>'), anywhere: true },
  {
    opening: channel('analysis|commentary'),
    closing: {
      whole: /^<\|(?:end|call)\|>|^(?=<\|(?:start|channel)\|>)/,
      mayBegin: (text) => ['<|end|>', '<|call|>', '<|start|>', '<|channel|>'].some((mark) => mark.startsWith(text)),
    },
    anywhere: true,
  },
];
/** Marks around an answer, which are left out. */
const frames: readonly Mark[] = [
  channel('final'),
  ...['<|return|>', '<|end|>', '<|begin_of_solution|>', '<|end_of_solution|>'].map(fixed),
  ...['<|START_RESPONSE|>', '<|END_RESPONSE|>', '<|START_TEXT|>', '<|END_TEXT|>', '[END FINAL RESPONSE]'].map(fixed),
];
/** The same, of models that write them after thoughts only. Elsewhere they are part of the answer. */
const framesAfterThoughts: readonly Mark[] = ['<answer>', '</answer>', '<response>', '</response>'].map(fixed);
/** A closing mark without an opening one: the chat template of the server had begun the thoughts. */
const closings: readonly Mark[] = [
  ...pairs.slice(0, -1).map(({ closing }) => closing),
  fixed('[BEGIN FINAL RESPONSE]'),
];

/** Characters that matter: code, line breaks and marks. */
const telling = /[`~\n<[◁]/g;
/** What follows a closing mark that ends thoughts in the middle of a line: a blank line, or after a word the end of the line or an answer. */
const beginsAnswer = /^[^\S\n]*\n\s*\n/;
const beginsAnswerAfterWord = /^(?:\s*$|[^\S\n]*\n|[\p{L}\p{N}*#|$\\({[<])/u;

/** `isThoughtSoFar`: all text up to here was a thought, `text` not included. */
export type Parts = { reasoning: string; text: string; isThoughtSoFar?: boolean };

const nothing: Parts = { reasoning: '', text: '' };

/**
 * Takes thoughts out of a text, whose pieces may end in the middle of a mark: those at its beginning or on a line of their own, outside code.
 * The white space around the marks is dropped. A closing mark without an opening one makes all text before it a thought.
 */
export class ThoughtsInText {
  readonly #code = new MarkdownCode();
  #held = '';
  #part: 'start' | 'thoughts' | 'gap' | 'text' = 'start';
  /** What ends the thoughts. */
  #closing: Mark | null = null;
  /** Whether these thoughts have begun with a word. */
  #hasWords = false;
  #hadThoughts = false;
  /** The text has an opening mark within a sentence. */
  #writesAboutMarks = false;
  /** The last character of the text. */
  #before = '';

  take(piece: string): Parts {
    this.#held += piece;
    return this.#read(false);
  }

  /** What was held back at the end of the text. */
  end(): Parts {
    return this.#read(true);
  }

  #read(isAll: boolean): Parts {
    const parts: Parts = { reasoning: '', text: '' };
    while (this.#held !== '') {
      if (this.#part === 'thoughts') {
        const thought = this.#think(isAll);
        parts.reasoning += thought;
        if (this.#part === 'thoughts') break;
      }
      if (this.#part !== 'text') {
        const trimmed = this.#held.trimStart();
        // White space at the beginning belongs to the text unless thoughts follow.
        if (trimmed === '' && !(isAll && this.#part === 'start')) break;
        if (this.#part === 'gap') this.#held = trimmed;
      }
      const shown = this.#next(isAll);
      if (shown === null) break;
      if (shown.isThoughtSoFar) {
        parts.isThoughtSoFar = true;
        parts.reasoning = parts.text + parts.reasoning;
        parts.text = '';
      }
      parts.text += shown.text;
    }
    if (isAll && this.#part === 'gap') this.#held = '';
    return parts;
  }

  /** Takes the next piece of text; null while it is undecided whether it is a mark. */
  #next(isAll: boolean): Parts | null {
    const leading = this.#part === 'start' ? this.#held.length - this.#held.trimStart().length : 0;
    const text = this.#held.slice(leading);
    telling.lastIndex = 0;
    const at = telling.exec(text)?.index ?? text.length;
    if (at > 0) return this.#show(leading + at);
    const [first = ''] = text;
    if (first === '\n') return this.#show(1);
    if (first === '`' || first === '~') {
      const [run = ''] = /^(?:`+|~+)/.exec(text) ?? [];
      return run.length === text.length && !isAll ? null : this.#show(leading + run.length);
    }
    if (this.#code.isInside) return this.#show(leading + 1);
    return this.#mark(text, isAll) ?? (this.#isUndecided(text, isAll) ? null : this.#show(leading + 1));
  }

  /** Takes a mark that the text begins with; null if there is none. */
  #mark(text: string, isAll: boolean): Parts | null {
    const isAlone = this.#code.atLineStart;
    for (const { opening, closing, anywhere } of pairs) {
      if (!isAlone && !anywhere) {
        this.#writesAboutMarks ||= opening.whole.test(text);
        continue;
      }
      if (!this.#takes(opening, text)) continue;
      this.#part = 'thoughts';
      this.#closing = closing;
      this.#hasWords = false;
      this.#hadThoughts = true;
      return nothing;
    }
    const mayBeFramed = this.#hadThoughts || this.#before === '';
    const known = this.#hadThoughts ? [...frames, ...framesAfterThoughts] : frames;
    if (mayBeFramed && known.some((frame) => this.#takes(frame, text))) {
      this.#hadThoughts = true;
      return nothing;
    }
    const mayClose = !this.#writesAboutMarks && (isAlone || (!this.#hadThoughts && this.#closesInLine(text, isAll)));
    if (!mayClose || !closings.some((closing) => this.#takes(closing, text))) return null;
    const isThoughtSoFar = !this.#hadThoughts && this.#before !== '';
    this.#part = 'gap';
    this.#hadThoughts = true;
    this.#code.newline();
    return { ...nothing, isThoughtSoFar };
  }

  /** Whether a text begins with a closing mark that ends thoughts in the middle of a line, and is not just mentioned. */
  #closesInLine(text: string, isAll: boolean): boolean {
    const [mark] = closings.flatMap(({ whole }) => whole.exec(text)?.[0] ?? []);
    if (mark === undefined) return false;
    const after = text.slice(mark.length);
    if (after.trim() === '' && !isAll) return false;
    return beginsAnswer.test(after) || (/\S/.test(this.#before) && beginsAnswerAfterWord.test(after));
  }

  #takes({ whole }: Mark, text: string): boolean {
    const [mark] = whole.exec(text) ?? [];
    if (mark === undefined) return false;
    this.#held = text.slice(mark.length);
    return true;
  }

  #isUndecided(text: string, isAll: boolean): boolean {
    if (isAll) return false;
    const marks = [...pairs.map(({ opening }) => opening), ...frames, ...framesAfterThoughts, ...closings];
    if (marks.some(({ mayBegin }) => mayBegin(text))) return true;
    // What follows a closing mark shows whether it ends thoughts.
    return (
      !this.#hadThoughts && closings.some(({ whole }) => text.slice(whole.exec(text)?.[0].length ?? 0).trim() === '')
    );
  }

  #think(isAll: boolean): string {
    if (!this.#hasWords) this.#held = this.#held.trimStart();
    const held = this.#held;
    const closing = this.#closing as Mark;
    for (let at = firstMark(held, 0); at >= 0; at = firstMark(held, at + 1)) {
      const rest = held.slice(at);
      const [mark] = closing.whole.exec(rest) ?? [];
      if (mark === undefined && (isAll || !closing.mayBegin(rest))) continue;
      if (mark !== undefined) this.#part = 'gap';
      return this.#thought(at, mark?.length ?? 0);
    }
    return this.#thought(held.length, 0);
  }

  #thought(length: number, mark: number): string {
    const thought = this.#held.slice(0, length);
    this.#held = this.#held.slice(length + mark);
    this.#hasWords ||= thought !== '';
    return thought;
  }

  /** Passes the first characters on. */
  #show(length: number): Parts {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.#part = 'text';
    if (text === '\n') this.#code.newline();
    else if (/^(?:`+|~+)$/.test(text)) this.#code.marker(text);
    else this.#code.text(text);
    this.#before = (this.#before + text).slice(-1);
    return { ...nothing, text };
  }
}

/** Where the next mark may begin; -1 for nowhere. */
function firstMark(text: string, from: number): number {
  const at = text.slice(from).search(/[<[◁]/);
  return at < 0 ? -1 : from + at;
}
