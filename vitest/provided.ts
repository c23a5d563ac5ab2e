declare module 'vitest' {
  /** What vitest.config.ts gives to every test. */
  interface ProvidedContext {
    /**
     * Whether tests that repeat something with many values or many times do all of it. Otherwise values take turns, each with some of the
     * calls, and what happens at random moments is tried at fewer of them.
     */
    isThorough: boolean;
  }
}

export type {};
