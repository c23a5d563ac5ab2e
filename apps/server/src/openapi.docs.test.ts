import { readFileSync } from 'node:fs';
import { operations } from '@noek/contract/operations';
import { expect, test } from 'vitest';
import { appRouter } from './router.ts';

const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('docs/api.md has a row for every documented call, with who may call it and what it refuses', () => {
  const written = rows
    .filter(([, , path]) => path?.startsWith('/api/'))
    .map(([, method, path, who, , refusals]) => `${method} ${path} · ${who} · ${refusals}`);
  const mounted = operations.map(
    ({ method, path, access, refusals }) =>
      `${method.toUpperCase()} ${path} · ${access.replace('-', ' ')} · ${refusals.join(', ')}`,
  );
  expect(written.toSorted()).toEqual(mounted.toSorted());
});

test('docs/api.md names every typed procedure in its column', () => {
  const written = rows
    .filter(([, router]) => ['`auth`', '`chat`', '`memory`'].includes(router ?? ''))
    .flatMap(([, router, queries, mutations, subscriptions]) =>
      Object.entries({ query: queries, mutation: mutations, subscription: subscriptions }).flatMap(([type, cell]) =>
        [...(cell ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => `${type} ${router?.replaceAll('`', '')}.${name}`),
      ),
    );
  // Flat at run time ("auth.user"), whatever its type says.
  const procedures = (appRouter as unknown as { _def: { procedures: object } })._def.procedures as Record<
    string,
    { _def: { type: string } }
  >;
  const mounted = Object.entries(procedures).map(([name, { _def }]) => `${_def.type} ${name}`);
  expect(written.toSorted()).toEqual(mounted.toSorted());
});
