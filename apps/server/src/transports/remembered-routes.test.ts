import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { RememberedRoutes } from './remembered-routes.ts';

const app = () =>
  new Hono({ router: new RememberedRoutes() })
    .use(async (c, next) => {
      await next();
      c.header('Seen', c.req.path);
    })
    .get('/list', (c) => c.text('list'))
    .post('/list', (c) => c.text('posted'))
    .get('/list/archived', (c) => c.text('archived'))
    .get('/list/:id', (c) => c.text(c.req.param('id')))
    .all('/any/*', (c) => c.text(`any of ${c.req.path}`));

test('the second request of a path is answered like the first, by its method, its parameters and its middleware', async () => {
  const served = app();
  const answerTo = async (method: string, path: string) => {
    const response = await served.request(path, { method });
    return [response.status, await response.text(), response.headers.get('Seen')];
  };
  for (let round = 0; round < 3; round++) {
    expect(await answerTo('GET', '/list')).toEqual([200, 'list', '/list']);
    expect(await answerTo('POST', '/list')).toEqual([200, 'posted', '/list']);
    expect(await answerTo('GET', '/list/archived')).toEqual([200, 'archived', '/list/archived']);
    expect(await answerTo('GET', `/list/${round}`)).toEqual([200, String(round), `/list/${round}`]);
    expect(await answerTo('DELETE', `/any/${round}`)).toEqual([200, `any of /any/${round}`, `/any/${round}`]);
    expect((await answerTo('GET', '/nothing'))[0]).toBe(404);
  }
});

test('a path is searched once, one with parameters each time, and paths that nobody declared do not accumulate', () => {
  const routes = new RememberedRoutes<string>();
  routes.add('ALL', '*', 'everything');
  routes.add('GET', '/list/:id', 'one');
  const found = routes.match('GET', '/list');
  expect(routes.match('GET', '/list')).toBe(found);
  expect(routes.match('GET', '/list/1')).not.toBe(routes.match('GET', '/list/1'));
  expect(routes.match('GET', '/list/1')).toEqual(routes.match('GET', '/list/1'));
  for (let n = 0; n < 1_000; n++) routes.match('GET', `/garbage/${n}`);
  expect(routes.match('GET', '/list')).not.toBe(found);
  expect(routes.match('GET', '/list')).toEqual(found);
});

test('a route that is added later counts for a path that was searched before', () => {
  const routes = new RememberedRoutes<string>();
  routes.add('GET', '*', 'first');
  routes.match('GET', '/list');
  routes.add('GET', '/list', 'second');
  expect(routes.match('GET', '/list')[0].map(([handler]) => handler)).toEqual(['first', 'second']);
});
