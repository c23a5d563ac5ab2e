/** A part of the knowledge base: a file of the folder, or a tab of the Google document. */
export type KnowledgeDocument = { title: string /** Markdown. */; text: string };

/** The text of a knowledge base. `notes` says what was left out of it. */
export type KnowledgeText = { documents: readonly KnowledgeDocument[]; notes: readonly string[] };

/** Where the knowledge base comes from. */
export type KnowledgeSource = {
  kind: 'google' | 'folder';
  /** Names the document or folder: texts of different sources are never confused. */
  key: string;
  /** The source as a sentence names it: 'the folder "/srv/handbook"'. */
  name: string;
  /** How often it is asked whether it has changed, in milliseconds. */
  checkEveryMs: number;
  /** A text that differs whenever the knowledge base may have changed. Throws KnowledgeError. */
  version(signal: AbortSignal): Promise<string>;
  /** The current text. Throws KnowledgeError. */
  read(signal: AbortSignal): Promise<KnowledgeText>;
};

/** What went wrong with a source. */
export type KnowledgeProblem =
  | 'not-shared'
  | 'api-disabled'
  | 'bad-key'
  | 'wrong-document'
  | 'not-a-document'
  | 'rate-limited'
  | 'unreachable'
  | 'folder';

/** A source could not be read. The message is for administrators: what happened, and what to do. */
export class KnowledgeError extends Error {
  readonly problem: KnowledgeProblem;
  /** How long the source asks to be left alone, in milliseconds; null if it says nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    problem: KnowledgeProblem,
    message: string,
    options: { retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.problem = problem;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** How many characters a knowledge base may contain. The rest is left out. */
export const mostCharacters = 2_000_000;
