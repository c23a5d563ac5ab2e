import { readFileSync } from 'node:fs';
import type { ApiReference } from '@noek/contract/calls/api-reference';
import { procedures } from '@noek/contract/calls/operations';
import { expect, test } from 'vitest';
import { apiReferenceText, programFiles } from './api-reference.ts';
import { openApiDocument } from './openapi.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const api = read('docs/api.md');
const guide = read('docs/api-guide.md');
const programs = Object.fromEntries(programFiles.map((file) => [file, read(`docs/${file}`)]));
const documents = { api, guide, programs };
const written = read('apps/web/src/features/company/developers/reference.json');
const reference = JSON.parse(written) as ApiReference;
const calls = reference.areas.flatMap((area) => area.calls);

test("what the developers' pages show is up to date (node apps/server/generate-api-docs.ts)", () => {
  expect(written).toBe(apiReferenceText(documents));
});

test('the reference has the calls of the OpenAPI document with the same input and statuses', () => {
  type Described = {
    parameters?: { in: string; name: string }[];
    requestBody?: { content: Record<string, { schema: { properties?: object; $ref?: string } }> };
    responses: object;
  };
  const origin = 'http://localhost:5000';
  const { paths = {} } = openApiDocument({ version: '0', origins: { chat: origin, auth: origin, company: origin } });
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Described>).map(([method, call]) => ({
      call: `${method.toUpperCase()} ${path}`,
      parameters: (call.parameters ?? []).map(({ in: place, name }) => `${place} ${name}`).sort(),
      body: Object.values(call.requestBody?.content ?? {}).flatMap(({ schema }) =>
        Object.keys(schema.properties ?? {}),
      ),
      statuses: Object.keys(call.responses).map(Number),
    })),
  );
  const places = { path: 'path', query: 'query', headers: 'header', body: 'body' } as const;
  const shown = calls.map(({ method, path, takes, answers, refusals }) => ({
    call: `${method} ${path}`,
    parameters: takes
      .filter(({ place }) => place !== 'body')
      .flatMap(({ place, fields }) => fields.map(({ name }) => `${places[place]} ${name}`))
      .sort(),
    body: takes.filter(({ place }) => place === 'body').flatMap(({ fields }) => fields.map(({ name }) => name)),
    statuses: [...new Set([...answers, ...refusals].map(({ status }) => status))].sort((a, b) => a - b),
  }));
  const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call);
  expect(shown.sort(byCall)).toEqual(described.sort(byCall));
});

test('the reference has every typed procedure, and the result of each that is not a stream', () => {
  const shown = reference.routers.flatMap((router) => router.procedures);
  expect(shown.map(({ path }) => path)).toEqual(procedures.map(({ path }) => path));
  for (const { path, type, answer } of shown) expect([path, answer === null]).toEqual([path, type === 'subscription']);
});

test('limits are sentences', () => {
  const create = calls.find(({ method, path }) => `${method} ${path}` === 'POST /api/memories');
  const notes = Object.fromEntries((create?.takes[0]?.fields ?? []).map(({ name, note }) => [name, note]));
  expect(notes).toMatchObject({ title: '1 to 120 characters.', content: '1 to 2,000 characters.' });
  const list = calls.find(({ path }) => path === '/api/conversations');
  expect(list?.takes[0]?.fields[0]).toEqual({
    name: 'limit',
    isOptional: true,
    type: 'number',
    note: '1 to 200. The default is 100.',
  });
  const archive = calls.find(({ path, method }) => path === '/api/account/import' && /post/i.test(method));
  expect(archive?.takes).toContainEqual({
    ...{ place: 'body', fields: [], type: 'application/octet-stream' },
    note: 'At most 2 GB.',
  });
});

test('a document without a section that the pages show is an error', () => {
  expect(() => apiReferenceText({ ...documents, api: api.replace('### Errors', '### Failures') })).toThrow(/"Errors"/);
});
