import { expect, test } from 'vitest';
import { shellFiles } from './service-worker.ts';

type Bundle = Parameters<typeof shellFiles>[0];

const chunk = (
  fileName: string,
  fields: { imports?: string[]; dynamicImports?: string[]; css?: string[]; module?: string } = {},
) => ({
  type: 'chunk',
  fileName,
  imports: fields.imports ?? [],
  dynamicImports: fields.dynamicImports ?? [],
  // A chunk of several modules is not named after any of them.
  facadeModuleId: null,
  moduleIds: fields.module ? [fields.module] : [],
  viteMetadata: { importedCss: new Set(fields.css) },
});
const bundleOf = (...files: { fileName: string }[]) =>
  Object.fromEntries(files.map((file) => [file.fileName, file])) as unknown as Bundle;

test('the shell is the entry, its dependencies and our own code that it loads later', () => {
  const start = chunk('assets/chat.js', {
    imports: ['assets/page.js'],
    dynamicImports: ['assets/sidebar.js', 'assets/grammar.js'],
    css: ['assets/chat.css'],
  });
  const bundle = bundleOf(
    start,
    chunk('assets/page.js', { imports: ['assets/chat.js'] }),
    chunk('assets/sidebar.js', { imports: ['assets/rows.js'], module: '/home/noek/apps/web/src/sidebar.tsx' }),
    chunk('assets/rows.js'),
    chunk('assets/grammar.js', { module: '/home/noek/node_modules/shiki/langs/ada.js' }),
    chunk('assets/auth.js'),
    {
      type: 'asset',
      fileName: 'assets/chat.css',
      source: 'a{src:url(/assets/inter-latin-1.woff2)}b{src:url(/assets/inter-latin-ext-1.woff2)}',
    } as { fileName: string },
    { type: 'asset', fileName: 'assets/inter-latin-1.woff2', source: '' } as { fileName: string },
    { type: 'asset', fileName: 'assets/inter-latin-ext-1.woff2', source: '' } as { fileName: string },
  );
  expect(shellFiles(bundle, start as unknown as Parameters<typeof shellFiles>[1])).toEqual([
    'assets/chat.css',
    'assets/chat.js',
    'assets/inter-latin-1.woff2',
    'assets/page.js',
    'assets/rows.js',
    'assets/sidebar.js',
  ]);
});
