import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];

/** Chromium reads it at the start of a file; other browsers take it for a comment. */
export const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks the chunks with these names as code that runs at once. A browser that knows the mark compiles all functions of such a file on
 * another thread while it loads, instead of one by one on the thread of the page when each is first called.
 */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: 'noek:compile-hints',
    apply: 'build',
    generateBundle: {
      // This runs after Vite, which puts its own line at the start of some files.
      order: 'post',
      handler: (_, bundle) => markChunks(bundle, names),
    },
  };
}

/** Throws if there is no chunk of one of the names. */
export function markChunks(bundle: Bundle, names: readonly string[]): void {
  const missing = new Set(names);
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && names.includes(file.name)) {
      missing.delete(file.name);
      file.code = compileHint + file.code;
    }
  if (missing.size > 0) throw new Error(`The build has no chunk ${[...missing].join(', ')}.`);
}
