import { expect, test, vi } from 'vitest';
import { packageCopy } from './package-copy.ts';

type Resolve = (this: unknown, source: string, from: string | undefined) => Promise<unknown>;
const resolve = (source: string, from?: string) => {
  const { resolveId } = packageCopy({ importer: '/src/streams.ts', name: 'rpc' });
  const resolving = { resolve: vi.fn(async () => ({ id: '/node_modules/rpc/index.mjs', moduleSideEffects: false })) };
  return (resolveId as Resolve).call(resolving, source, from);
};

test('only the named file gets a copy of the package, which stays free of side effects', async () => {
  expect(await resolve('rpc', '/web/src/streams.ts')).toEqual({
    id: '/node_modules/rpc/index.mjs?copy',
    moduleSideEffects: false,
  });
  expect(await resolve('rpc', '/web/src/client.ts')).toBeNull();
  expect(await resolve('rpc/links', '/web/src/streams.ts')).toBeNull();
  expect(await resolve('rpc')).toBeNull();
});
