import type { Plugin } from 'vite';

/**
 * Gives one file a copy of a package. Where a package is a single module, the first page otherwise loads also what only that file, which
 * loads later, needs of it.
 */
export function packageCopy({ importer, name }: { importer: string; name: string }): Plugin {
  return {
    name: 'noek:package-copy',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, from) {
      if (source !== name || !from?.endsWith(importer)) return null;
      const resolved = await this.resolve(source, from, { skipSelf: true });
      return resolved && { ...resolved, id: `${resolved.id}?copy` };
    },
  };
}
