import { type FromFrame, frameLimits } from '../../../preview-frame/messages.ts';

type Kind = FromFrame['type'];

/** What documents with a page may say, and what programs and drawings say as well. */
const ofPages: readonly Kind[] = ['ready', 'started', 'output', 'problem', 'pong'];
const ofPrograms: readonly Kind[] = [...ofPages, 'plot', 'ended'];
const ofDrawings: readonly Kind[] = ['ready', 'pong', 'drawn', 'not-drawn'];
export const expectedMessages = { page: ofPages, program: ofPrograms, drawing: ofDrawings } as const;

const longestPlot = 10_000;

/**
 * Decides what the page takes from a frame. Content may send any message, as many as it likes: those of another shape are dropped, and too
 * many or too large ones end the frame.
 */
export class MessageGuard {
  readonly #expected: ReadonlySet<string>;
  #count = 0;
  /** Since when, in milliseconds, and how many since then. */
  #second = { from: Number.NEGATIVE_INFINITY, count: 0 };
  #output = 0;
  #plots = 0;

  constructor(expected: readonly Kind[]) {
    this.#expected = new Set(expected);
  }

  /** Counts a message before it is read, which takes time. False: there were too many. */
  count(now: number): boolean {
    if (now - this.#second.from >= 1_000) this.#second = { from: now, count: 0 };
    this.#second.count += 1;
    this.#count += 1;
    return this.#second.count <= frameLimits.messagesPerSecond && this.#count <= frameLimits.messages;
  }

  /** The message, `null` for one to drop, or `flood` for more than a document may send. */
  read(data: unknown): FromFrame | null | 'flood' {
    if (typeof data !== 'object' || data === null || !('type' in data)) return null;
    const message = data as FromFrame;
    if (typeof message.type !== 'string' || !this.#expected.has(message.type)) return null;
    switch (message.type) {
      case 'output':
        return this.#readOutput(message);
      case 'problem': {
        const { line } = message;
        if (typeof message.message !== 'string') return null;
        if (message.message.length > frameLimits.text) return 'flood';
        return { type: 'problem', message: message.message, line: isCount(line, 10_000_000) ? line : null };
      }
      case 'plot': {
        const { png, width, height } = message;
        if (!(png instanceof ArrayBuffer) || !isCount(width, longestPlot) || !isCount(height, longestPlot)) return null;
        this.#plots += 1;
        if (png.byteLength > frameLimits.plotBytes) return 'flood';
        return this.#plots > frameLimits.plots ? null : { type: 'plot', png, width, height };
      }
      case 'drawn': {
        const { id, svg, width, height } = message;
        if (typeof svg !== 'string' || typeof id !== 'number' || !isCount(width, 100_000) || !isCount(height, 100_000))
          return null;
        return svg.length > frameLimits.svg ? 'flood' : { type: 'drawn', id, svg, width, height };
      }
      case 'not-drawn':
        if (typeof message.id !== 'number' || typeof message.problem !== 'string') return null;
        return { type: 'not-drawn', id: message.id, problem: message.problem.slice(0, 1_000) };
      default:
        return { type: message.type };
    }
  }

  #readOutput({ stream, text }: Extract<FromFrame, { type: 'output' }>): FromFrame | null | 'flood' {
    if ((stream !== 'out' && stream !== 'error') || typeof text !== 'string') return null;
    this.#output += text.length;
    // A program's own frame stops at the limit, and says so.
    if (text.length > frameLimits.text || this.#output > frameLimits.output + frameLimits.text) return 'flood';
    return { type: 'output', stream, text };
  }
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= most;
