import { MarkdownCode } from '../../../text/markdown-code.ts';
import type { LlmToolCall } from '../llm.ts';
import { madeUpId, mostCalls } from './tool-call-collector.ts';
import {
  beginsWithDsml,
  callsInJson,
  closings,
  marks,
  readMarked,
  type WrittenCall,
  withoutDsml,
} from './written-call.ts';

/** The longest call of an offered tool. */
const longestCall = 20_000;
/** Within this many characters a call names its tool. */
const longestBeforeName = 400;
/** What may be the name of a tool. */
const names = /[\p{L}\d_.:/-]+/gu;
const longestName = 64;
const keysOfCall = ['name', 'tool', 'tool_name', 'function', 'type'];
const nameInJson = /"(?:name|tool|tool_name|function)"\s*:\s*"([^"]*)("?)/;
/** The value of the first key shows that the object is not a call. */
const isOtherObject =
  /^\{\s*"(?:(?:name|tool|tool_name)"\s*:\s*[^\s"]|function"\s*:\s*[^\s"{]|type"\s*:\s*(?:[^\s"]|"(?!f|$))|type"\s*:\s*"(?!function")[^"]*")/;
/** How much of the text before a call shows whether the call is an example. */
const keptBefore = 300;

/** Characters that matter: code, line breaks and marks. */
const telling = /[`~\n<[]/g;
const afterCall = new RegExp(`^(?:\\s|${closings.map((each) => each.replace(/[|[\]]/g, '\\$&')).join('|')})+`);
const endOfSentence = /(?:^|[.!?…:;。！？：)*"”])\s*$/u;
/** Words that introduce an example. */
const anExample =
  /\b(?:examples?|e\.g|for instance|looks? like|would be|sample|syntax|format|template|illustrat\w*|beispiel|exemple|ejemplo|esempio|exemplo|voorbeeld)\b|例/iu;
const ofCall =
  /[:：]\s*$|\b(?:calls?|tools?|functions?|markup|aufruf|appel|llamada|chiamata|chamada|aanroep)\b|\w_\w/iu;

/**
 * Finds tool calls that a model writes as its text: at the end of an answer and outside code. Text is held back while it may still be a call
 * of a tool that was offered; all other text is passed on at once. A call that more text follows, or that is introduced as an example, was
 * written for the reader: it is shown as code.
 */
export class CallsInText {
  readonly #isOffered: (name: string) => boolean;
  readonly #takesJson: boolean;
  readonly #code = new MarkdownCode();
  #held = '';
  /** The end of what was shown. */
  #before = '';
  /** The calls since the last text. */
  #calls: WrittenCall[] = [];
  /** Whether the first of them may be an example. */
  #isDoubtful = false;
  #hasBegun = false;
  /** The text has marks of DeepSeek's. */
  #isDsml = false;

  /** `takesJson`: whether JSON without a mark may be a call, because tools were offered. */
  constructor(isOffered: (name: string) => boolean, takesJson: boolean) {
    this.#isOffered = isOffered;
    this.#takesJson = takesJson;
  }

  /** Takes the next text. Returns what can be shown. */
  take(text: string): string {
    this.#held += text;
    return this.#read(false);
  }

  /** The end of the answer: its last text, and the calls that it ended with. */
  end(): { text: string; calls: LlmToolCall[] } {
    const whole = this.#hasBegun || !this.#takesJson ? [] : callsInJson(this.#held.trim());
    // Without a mark, it may as well be the JSON that the person asked for.
    const areCalls = whole.length > 0 && whole.every(({ name }) => this.#isOffered(name));
    let text = areCalls ? '' : this.#read(true);
    this.#hasBegun = true;
    if (this.#calls.length > 0 && this.#isDoubtful) text += this.#asExample();
    const calls = areCalls ? whole : this.#calls;
    this.#calls = [];
    this.#held = '';
    return { text, calls: calls.slice(0, mostCalls).map((call, position) => ({ ...call, id: madeUpId(position) })) };
  }

  /** The rest of a text that broke off: what may have become a call is text. */
  cut(): string {
    const calls = this.#calls.length > 0 ? this.#asExample() : '';
    const text = calls + this.#held;
    this.#held = '';
    this.#hasBegun = true;
    return text;
  }

  #read(isAll: boolean): string {
    if (!this.#hasBegun) {
      if (!isAll && this.#takesJson && this.#mayBeJson(this.#held.trimStart())) return '';
      this.#hasBegun = true;
    }
    if (this.#isDsml && !this.#replaceDsml(isAll)) return '';
    let shown = '';
    while (this.#held !== '') {
      const next = this.#calls.length > 0 ? this.#afterCall(isAll) : this.#next(isAll);
      if (next === null) break;
      shown += next;
      this.#before = (this.#before + next).slice(-keptBefore);
    }
    return shown;
  }

  /** Replaces the marks of DeepSeek's. False while the text ends with what may be one. */
  #replaceDsml(isAll: boolean): boolean {
    const last = this.#held.lastIndexOf('<');
    if (!isAll && last >= 0 && beginsWithDsml(this.#held.slice(last)) === 'maybe') return false;
    this.#held = withoutDsml(this.#held);
    return true;
  }

  /** Takes the next piece and returns what is shown of it; null while that is undecided. */
  #next(isAll: boolean): string | null {
    const text = this.#held;
    telling.lastIndex = 0;
    const at = telling.exec(text)?.index ?? text.length;
    if (at > 0) return this.#show(at);
    if (text[0] === '\n') return this.#show(1);
    if (text[0] === '`' || text[0] === '~') {
      const [run = ''] = /^(?:`+|~+)/.exec(text) ?? [];
      return run.length === text.length && !isAll ? null : this.#show(run.length);
    }
    if (this.#code.isInside) return this.#show(1);
    if (text[0] === '<' && !this.#isDsml) {
      const isDsml = beginsWithDsml(text);
      if (isDsml === 'maybe' && !isAll) return null;
      if (isDsml === true) {
        this.#isDsml = true;
        if (!this.#replaceDsml(isAll)) return null;
      }
    }
    return this.#mark(isAll);
  }

  #mark(isAll: boolean): string | null {
    const text = this.#held;
    // DeepSeek's server sometimes leaves the first mark of its calls in the text.
    if (isAll && this.#isDsml && marks.some((mark) => mark.startsWith(text.trim()))) {
      this.#held = '';
      return '';
    }
    if (!marks.some((mark) => text.startsWith(mark)))
      return !isAll && marks.some((mark) => mark.startsWith(text)) ? null : this.#show(1);
    const reading = readMarked(text, isAll);
    if (reading.is === 'none') return this.#show(1);
    if (reading.is === 'begun') return this.#begunCall(text, isAll) ? null : this.#show(1);
    if (reading.is === 'unreadable') {
      const rest = text.slice(reading.length).replace(afterCall, '');
      if (!isAll && closings.some((closing) => closing.startsWith(rest))) return null;
      this.#held = rest;
      return this.#asCode([reading.value]);
    }
    this.#held = text.slice(reading.length);
    this.#calls.push(...reading.calls);
    this.#isDoubtful = !this.#isMeant();
    return '';
  }

  #afterCall(isAll: boolean): string | null {
    this.#held = this.#held.replace(afterCall, '');
    const text = this.#held;
    if (text === '') return null;
    if (marks.some((mark) => text.startsWith(mark))) {
      const reading = readMarked(text, isAll);
      if (reading.is === 'calls') {
        this.#held = text.slice(reading.length);
        if (this.#calls.length < mostCalls) this.#calls.push(...reading.calls);
        return '';
      }
      if (reading.is === 'begun' && this.#calls.length > 0 && isAll) this.#held = '';
      if (reading.is === 'begun' && (this.#held === '' || this.#begunCall(text, isAll))) return null;
    } else if ([...marks, ...closings].some((mark) => mark.startsWith(text))) {
      if (!isAll) return null;
      this.#held = '';
      return '';
    }
    return this.#asExample();
  }

  /** Whether a text that begins like a call may still be one. At the end, a call of an offered tool is left out: it was cut off. */
  #begunCall(text: string, isAll: boolean): boolean {
    const isOffered = this.#namesOffered(text);
    if (isAll && isOffered) this.#held = '';
    return isOffered ? text.length <= longestCall : !isAll && text.length <= longestBeforeName;
  }

  #namesOffered(text: string): boolean {
    return (text.slice(0, longestBeforeName).match(names) ?? []).some((name) => this.#isOffered(name));
  }

  /** Whether a text may still become the JSON of a call, which names its tool soon. */
  #mayBeJson(text: string): boolean {
    if (text === '') return true;
    if (!beginsLikeCall(text)) return false;
    const [, name, isWhole] = nameInJson.exec(text) ?? [];
    if (name === undefined) return text.length <= longestBeforeName;
    return isWhole ? this.#isOffered(name) && text.length <= longestCall : name.length <= longestName;
  }

  /** Whether what comes before a call leaves no doubt that the model makes it. */
  #isMeant(): boolean {
    const before = this.#before.replace(/[^\S\n]+$/, '');
    const [line = ''] = /[^\n]*$/.exec(before.trimEnd()) ?? [];
    if (line === '') return true;
    if (!before.endsWith('\n') && !endOfSentence.test(before)) return false;
    return !(anExample.test(line) && ofCall.test(line));
  }

  /** The calls since the last text, as code. */
  #asExample(): string {
    const calls = this.#calls.map((call) => `{"name": ${JSON.stringify(call.name)}, "arguments": ${call.arguments}}`);
    this.#calls = [];
    return this.#asCode(calls);
  }

  #asCode(calls: readonly string[]): string {
    const isInline = calls.length === 1 && /[^\n]$/.test(this.#before) && !calls.join('').includes('`');
    if (isInline) return `\`${calls[0]}\`${/^[\p{L}\p{N}]/u.test(this.#held) ? ' ' : ''}`;
    const gap = this.#before === '' || this.#before.endsWith('\n') ? '' : '\n\n';
    this.#code.newline();
    return `${gap}\`\`\`json\n${calls.join('\n')}\n\`\`\`\n\n`;
  }

  /** Passes the first characters on. */
  #show(length: number): string {
    const text = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (text === '\n') this.#code.newline();
    else if (/^(?:`+|~+)$/.test(text)) this.#code.marker(text);
    else this.#code.text(text);
    return text;
  }
}

/** Whether a text begins like an object whose first key is one of a call's. */
function beginsLikeCall(text: string): boolean {
  const [begin, key, isWhole] = /^\{\s*(?:"([a-z_]*)("?))?/.exec(text) ?? [];
  if (begin === undefined) return false;
  if (isWhole) return keysOfCall.includes(key ?? '') && !isOtherObject.test(text);
  return begin === text && keysOfCall.some((known) => known.startsWith(key ?? ''));
}
