import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minify, type Plugin } from 'vite';

/** Compressing smaller files saves nothing. */
const minBytes = 512;
/** The best compression of a larger file takes half a minute, for a tenth less. */
const largeBytes = 4 * 1024 * 1024;

/**
 * Writes a .br and a .gz file for every text file in the folder of the build that has none yet; the server sends them instead. The
 * scripts of `public`, which are copied as they are, are minified first: pages wait for them.
 */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'noek:precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error?: Error) {
      if (error) return;
      const files = await readdir(outDir, { recursive: true });
      const isOfPublic = (file: string) => /^[\w-]+\.js$/.test(file) && !files.includes(`${file}.br`);
      await Promise.all(files.filter(isOfPublic).map((file) => minifyFile(join(outDir, file))));
      const isText = (file: string) => /\.(m?js|css|svg|wasm|json)$/.test(file) && !files.includes(`${file}.br`);
      await Promise.all(files.filter(isText).map((file) => compress(join(outDir, file))));
    },
  };
}

async function minifyFile(file: string) {
  const { code, errors } = await minify(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be minified: ${errors[0]?.message}`);
  await writeFile(file, code);
}

async function compress(file: string) {
  const content = await readFile(file);
  if (content.length < minBytes) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_QUALITY]: content.length > largeBytes ? 9 : constants.BROTLI_MAX_QUALITY,
      },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}
