export type OpenLocalCache = {
  /** Resolves when the kept lists are on screen. */
  ready: Promise<void>;
  /**
   * Shows the kept part of a conversation, unless newer data is there. `screen`: whether the screen has rendered, or will soon show
   * this conversation.
   */
  show(conversationId: number, screen?: 'rendered' | 'coming'): Promise<void>;
  /** Stops showing and keeping data. */
  close(): void;
};

/** A cache that is opened before the first render; `ready` when what it keeps of the page is in the queries. */
export type EarlyCache = { userId: string; cache: OpenLocalCache; ready: boolean };

/** The cache that was opened early, until the screen takes it. */
let early: EarlyCache | null = null;

/** Gives the screen a cache that was opened before its first render. */
export function giveEarly(opened: EarlyCache): void {
  early = opened;
}

/** The cache that was opened early, if it is this person's. Another person's is closed. */
export function takeEarly(userId: string | null): EarlyCache | null {
  const taken = early;
  early = null;
  if (taken?.userId === userId) return taken;
  taken?.cache.close();
  return null;
}

/** Like `takeEarly`, but without taking it, and only once it is ready. */
export const readyEarly = (userId: string | null | undefined): OpenLocalCache | null =>
  early?.userId === userId && early?.ready ? early.cache : null;
