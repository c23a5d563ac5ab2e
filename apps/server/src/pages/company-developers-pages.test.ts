import { readFileSync } from 'node:fs';
import { operations, procedures } from '@noek/contract/operations';
import { beforeEach, describe, expect, test } from 'vitest';
import { openApiDocument } from '../documents/openapi.ts';
import { type GetPage, type Page, readPage, textOf, textsOf, withCompanySite } from '../testing/company-site.ts';

const openSite = withCompanySite();
let get: GetPage;
beforeEach(async () => {
  get = await openSite();
});
const read = (path: string) => readPage(get, path);

describe("the developers' pages", () => {
  const articles = async (path: string) =>
    new Map([...(await read(path)).querySelectorAll('article')].map((one) => [textOf(one.querySelector('h3')), one]));
  /** The facts of a call by name. */
  const facts = (article: ReturnType<Page['querySelector']> | undefined) => {
    const list = article?.querySelector('dl');
    const names = [...(list?.children ?? [])].filter(({ tagName }) => tagName === 'DT');
    return Object.fromEntries(names.map((name) => [textOf(name), textOf(name.nextElementSibling)]));
  };

  test('have every REST call: who may call it, its input with limits, its responses and its errors', async () => {
    const shown = await articles('/developers/rest');
    expect([...shown.keys()]).toEqual(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    for (const { method, path, summary } of operations)
      expect(textOf(shown.get(`${method.toUpperCase()} ${path}`)?.querySelector('p'))).toBe(
        summary.replaceAll('`', ''),
      );
    expect(facts(shown.get('POST /api/conversations/{id}/messages'))).toEqual({
      Access: 'Signed-in people, and API tokens with the scope chat or all.',
      Path: 'id string',
      Headers: 'Idempotency-Key optionalstring 1 to 128 characters.',
      Body: expect.stringMatching(/^content string At most 32,000 characters\.fileIds optionalstring\[\]/),
      Example: expect.stringContaining('"content": "Hello"'),
      Response:
        '201 [Message, Message]200 An event stream, if the header Accept asks for one.202 { id: string; position: number }',
      Errors: expect.stringMatching(
        /^400 BAD_REQUEST .*429 MESSAGE_LIMIT_REACHED .*\{ remainingMessages: 0, resetAt \}/,
      ),
    });
    expect(facts(shown.get('POST /api/account/import')).Body).toBe('application/octet-stream At most 2 GB.');
    expect(facts(shown.get('GET /api/admin/users')).Access).toBe('Administrators; no API tokens.');
    expect(facts(shown.get('GET /api/guest/status')).Access).toBe(
      'Anyone, and a new guest gets a cookie; no API tokens.',
    );
  });

  test('have the calls of the OpenAPI document with the same input and statuses', async () => {
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
    const places = { Path: 'path', Query: 'query', Headers: 'header' } as const;
    const shown = [...(await articles('/developers/rest'))].map(([call, article]) => {
      const facts = [...(article.querySelector('dl')?.children ?? [])];
      const about = (name: string) =>
        facts.find(({ tagName, textContent }) => tagName === 'DT' && textContent === name)?.nextElementSibling;
      const namesIn = (place: string) => textsOf(about(place)?.querySelectorAll('dt code') ?? []);
      const statuses = ['Response', 'Errors'].flatMap((name) =>
        textsOf(about(name)?.querySelectorAll('li') ?? []).map((text) => Number.parseInt(text, 10)),
      );
      return {
        call,
        parameters: Object.entries(places)
          .flatMap(([name, place]) => namesIn(name).map((field) => `${place} ${field}`))
          .sort(),
        body: namesIn('Body'),
        statuses: [...new Set(statuses)].sort((a, b) => a - b),
      };
    });
    const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call);
    expect(shown.sort(byCall)).toEqual(described.sort(byCall));
  });

  test('have every typed procedure with its purpose, access, input and response', async () => {
    const shown = await articles('/developers/typed-procedures');
    expect(shown.size).toBe(procedures.length);
    const summaries = [...shown.values()].map((article) => textOf(article.querySelector('p')));
    expect(summaries).toEqual(procedures.map(({ summary }) => summary.replaceAll('`', '')));
    expect(facts(shown.get('Mutation chat.delete'))).toMatchObject({
      Access: 'Anyone, and API tokens with the scope all.',
      Input: expect.stringMatching(/^conversationId number/),
    });
    for (const { path } of procedures.filter(({ type }) => type === 'subscription'))
      expect([path, facts(shown.get(`Subscription ${path}`)).Response]).toEqual([path, 'A stream of events.']);
  });

  test('list all their sections and calls in the contents', async () => {
    for (const path of ['/developers', '/developers/rest', '/developers/typed-procedures', '/developers/programs']) {
      const document = await read(path);
      const listed = [...document.querySelectorAll('#contents a')].map((link) => link.getAttribute('href'));
      const headings = [...document.querySelectorAll('main h2[id], main h3[id]')].filter(
        ({ id }) => id !== 'contents-heading',
      );
      expect(listed.sort()).toEqual(headings.map(({ id }) => `#${id}`).sort());
    }
  });

  test('show the examples of the documents, which a test runs, with the address of this server', async () => {
    const code: string[] = [];
    for (const path of ['/developers', '/developers/typed-procedures', '/developers/programs'])
      for (const block of (await read(path)).querySelectorAll('pre')) {
        // The contents scroll; their button needs a script.
        expect(block.getAttribute('tabindex')).toBe('0');
        expect(block.parentElement?.querySelector('button')?.hasAttribute('hidden')).toBe(true);
        code.push((block.textContent ?? '').trim());
      }
    const documents = ['api-guide', 'api', 'openai', 'mcp', 'command', 'client', 'webhooks', 'connected-apps'].map(
      (name) => readFileSync(new URL(`../../../../docs/${name}.md`, import.meta.url), 'utf8'),
    );
    const examples = documents.flatMap((text) => [...text.matchAll(/<!-- followed: .* -->\s+```\w+\n([\s\S]*?)```/g)]);
    expect(examples.length).toBeGreaterThan(20);
    for (const [, example = ''] of examples) expect(code).toContain(example.trim());
    // Not the chat's own name, which browsers resolve but many programs do not.
    expect(code.join()).toContain('export NOEK_URL=http://localhost:5000');
    expect(code.join()).not.toContain('noek.localhost');
  });

  test('[2.06] can be found from every page', async () => {
    for (const path of ['/', '/policies']) {
      const document = await read(path);
      const links = (place: string) => document.querySelectorAll(`${place} a[href="/developers"]`).length;
      // Narrow screens have the links of the header in its menu.
      expect([links('header nav'), links('header details nav'), links('footer nav')], path).toEqual([2, 1, 1]);
    }
  });
});
