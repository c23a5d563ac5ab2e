import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const configFile = fileURLToPath(new URL('../vite.preview.config.ts', import.meta.url));

/** Builds the page in which documents run into the same folder when the build of the other hosts is complete. */
export function previewFrame(): Plugin {
  return {
    name: 'noek:preview-frame',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error?: Error) {
        if (!error) await build({ configFile });
      },
    },
  };
}

/**
 * Writes `frame.html` with the first script in it: it runs before anything else, and the page needs no second request before it says that
 * it is there.
 */
export function framePage(): Plugin {
  return {
    name: 'noek:frame-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const entries = Object.values(bundle).filter((file) => file.type === 'chunk' && file.isEntry);
      const entry = entries.find(({ name }) => name === 'frame');
      if (entry?.type !== 'chunk') throw new Error('The build has no script of the frame.');
      if (entry.imports.length > 0) throw new Error(`The frame would wait for ${entry.imports.join(', ')}.`);
      delete bundle[entry.fileName];
      let script = entry.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
      for (const part of entries) {
        if (part === entry || part.type !== 'chunk') continue;
        if (part.imports.includes(entry.fileName)) throw new Error(`${part.name} would load the frame again.`);
        script = script.replace(`__${part.name}__`, `./${part.fileName}`);
      }
      const source = `<!doctype html>
<html lang="en" data-python="">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preview</title>
<script type="module">${script}</script>
</head>
<body></body>
</html>
`;
      this.emitFile({ type: 'asset', fileName: 'frame.html', source });
    },
  };
}

const manifest = createRequire(import.meta.url).resolve('pyodide/package.json');
const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
/** The folder with Python, whose files keep their names. */
export const pythonFolder = `python-${version}`;
const pythonFiles = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'];

/** Adds Python to the build: the interpreter and its standard library. */
export function python(): Plugin {
  return {
    name: 'noek:python',
    apply: 'build',
    async buildStart() {
      for (const name of pythonFiles)
        this.emitFile({
          type: 'asset',
          fileName: `${pythonFolder}/${name}`,
          source: await readFile(join(dirname(manifest), name)),
        });
    },
  };
}
