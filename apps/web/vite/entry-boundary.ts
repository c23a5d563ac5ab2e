import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];

/** Fails the build if the first page of an entry loads a module whose path matches `foreign`. */
export function entryBoundary({ entry, foreign }: { entry: string; foreign: RegExp }): Plugin {
  return {
    name: 'noek:entry-boundary',
    apply: 'build',
    generateBundle(_, bundle) {
      const found = foreignModules(bundle, entry, foreign);
      if (found.length > 0)
        this.error(`The first page of "${entry}" must not load these modules:\n${found.join('\n')}`);
    },
  };
}

/** The modules whose path matches `foreign` in the chunks that an entry loads before it runs. */
export function foreignModules(bundle: Bundle, entry: string, foreign: RegExp): string[] {
  const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === entry);
  if (!start) throw new Error(`The build has no entry "${entry}".`);
  const loaded = new Set([start.fileName]);
  const found: string[] = [];
  // A set also visits what is added on the way.
  for (const name of loaded) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    for (const imported of chunk.imports) loaded.add(imported);
    found.push(...chunk.moduleIds.filter((id) => foreign.test(id)));
  }
  return found;
}
