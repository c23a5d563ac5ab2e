import { expect, test } from 'vitest';
import { foreignModules } from './entry-boundary.ts';

type Bundle = Parameters<typeof foreignModules>[0];

const chunk = (fileName: string, fields: { imports?: string[]; moduleIds?: string[]; entry?: string } = {}) => ({
  type: 'chunk',
  fileName,
  name: fields.entry ?? '',
  isEntry: fields.entry !== undefined,
  imports: fields.imports ?? [],
  moduleIds: fields.moduleIds ?? [],
});
const bundleOf = (...files: { fileName: string }[]) =>
  Object.fromEntries(files.map((file) => [file.fileName, file])) as unknown as Bundle;

test('modules of another part are found in every chunk that an entry loads at once, and in no other', () => {
  const bundle = bundleOf(
    chunk('auth.js', { entry: 'auth', imports: ['shared.js'], moduleIds: ['/src/features/auth/card.tsx'] }),
    chunk('shared.js', { imports: ['deeper.js', 'auth.js'], moduleIds: ['/src/features/chat/shortcuts.ts'] }),
    chunk('deeper.js', { moduleIds: ['/src/features/chat/thread.tsx', '/src/components/field.tsx'] }),
    chunk('later.js', { moduleIds: ['/src/features/chat/sidebar.tsx'] }),
  );
  expect(foreignModules(bundle, 'auth', /\/features\/chat\//)).toEqual([
    '/src/features/chat/shortcuts.ts',
    '/src/features/chat/thread.tsx',
  ]);
  expect(foreignModules(bundle, 'auth', /\/features\/memory\//)).toEqual([]);
  expect(() => foreignModules(bundle, 'admin', /chat/)).toThrow('The build has no entry "admin".');
});
