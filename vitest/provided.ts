declare module 'vitest' {
  /** What vitest.config.ts gives to every test. */
  interface ProvidedContext {
    /**
     * Whether this is a quick run, on one engine only, as in `npm run verify`. Tests that repeat something with many values or many
     * times do it less often then. `npm test` does all of it.
     */
    isQuickRun: boolean;
  }
}

export type {};
