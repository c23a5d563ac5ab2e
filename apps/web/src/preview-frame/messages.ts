// What the page of the chat and the frame in which documents run say to each other.

/** Kinds of documents that the frame shows or runs. */
export type FramedKind = 'html' | 'svg' | 'react' | 'javascript' | 'python';

/** A file of the chat that the person gave to a program. */
export type GivenFile = { name: string; bytes: ArrayBuffer };

export type ToFrame =
  /** `run`: with its scripts. A frame shows one document, once. */
  | { type: 'show'; kind: FramedKind; content: string; run: boolean; files: GivenFile[] }
  | { type: 'draw'; id: number; text: string; dark: boolean }
  /** Asks for a `pong`, which a page that is busy forever does not send. */
  | { type: 'ping' };

export type FromFrame =
  | { type: 'ready' }
  /** What it needs has loaded, and it runs now. */
  | { type: 'started' }
  | { type: 'output'; stream: 'out' | 'error'; text: string }
  /** A picture that a program made, as PNG. */
  | { type: 'plot'; png: ArrayBuffer; width: number; height: number }
  | { type: 'problem'; message: string; line: number | null }
  /** A program has ended. */
  | { type: 'ended' }
  | { type: 'drawn'; id: number; svg: string; width: number; height: number }
  | { type: 'not-drawn'; id: number; problem: string }
  | { type: 'pong' };

/** What the page takes from one frame before it stops it, and what the frame sends of a program. */
export const frameLimits = {
  /** Messages in any second, and in all. */
  messagesPerSecond: 200,
  messages: 5_000,
  /** Characters of one message's text, and of all output. */
  text: 64 * 1024,
  output: 256 * 1024,
  plots: 20,
  plotBytes: 4 * 1024 * 1024,
  svg: 2 * 1024 * 1024,
} as const;
