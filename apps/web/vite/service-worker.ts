import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...args: never) => unknown>>[1];
type File = Bundle[string];
type Chunk = Extract<File, { type: 'chunk' }>;

/** Without a connection, text in non-Latin scripts falls back to a system font. */
const neededFont = /\/inter-latin-(?!ext)[^/]*\.woff2$/;

/**
 * Tells the service worker which files of the build make up the chat, so that it can cache them for offline use. `entry` is the path
 * of the chat's first module, `worker` the name of the worker's chunk.
 */
export function serviceWorker({ entry, worker }: { entry: string; worker: string }): Plugin {
  return {
    name: 'noek:service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const own = chunks.find((chunk) => chunk.isEntry && chunk.name === worker);
      // The module may be in a chunk with other modules that always load with it. Then that chunk is not an entry.
      const start = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(entry)));
      if (!own || !start) throw new Error(`The build has no worker "${worker}" or no module "${entry}".`);
      const assets = shellFiles(bundle, start).map((name) => `/${name}`);
      const version = createHash('sha256')
        .update(JSON.stringify([assets, own.code]))
        .digest('hex')
        .slice(0, 12);
      own.code = `self.noekShell=${JSON.stringify({ version, assets })};\n${own.code}`;
    },
  };
}

/**
 * The files of an entry: its styles and fonts, and our own code that it loads later, such as dialogs, answers and lists, but not the
 * hundreds of grammars of a library.
 */
export function shellFiles(bundle: Bundle, start: Chunk): string[] {
  const names = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (!file || names.has(name)) return;
    names.add(name);
    if (file.type === 'asset') {
      for (const font of file.source.toString().match(/(?<=url\(\/)[^)]+\.woff2/g) ?? [])
        if (neededFont.test(font)) add(font);
      return;
    }
    for (const style of file.viteMetadata?.importedCss ?? []) add(style);
    for (const imported of file.imports) add(imported);
    for (const later of file.dynamicImports) {
      const chunk = bundle[later];
      if (chunk?.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/web/src/'))) add(later);
    }
  };
  add(start.fileName);
  return [...names].toSorted();
}
