import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * What pdf.js loads for some PDFs: the encodings of East Asian fonts, the fonts that every reader has, and its decoders of scanned pages as
 * JavaScript, because the content security policy allows no WebAssembly.
 */
const resources = [
  { folder: 'cmaps', ending: '.bcmap' },
  { folder: 'standard_fonts', ending: '' },
  { folder: 'wasm', ending: '_nowasm_fallback.js' },
] as const;

/** Adds these files to the build as /assets/pdf-{version}/{folder}/, with their own names: pdf.js knows them by name. */
export function pdfResources(): Plugin {
  return {
    name: 'noek:pdf-resources',
    apply: 'build',
    async buildStart() {
      const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
      const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
      for (const { folder, ending } of resources) {
        const from = join(dirname(manifest), folder);
        const names = (await readdir(from)).filter((name) => name.endsWith(ending) && !name.startsWith('LICENSE'));
        for (const name of names)
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${folder}/${name}`,
            source: await readFile(join(from, name)),
          });
      }
    },
  };
}
