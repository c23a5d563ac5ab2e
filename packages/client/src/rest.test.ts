import { expect, test } from 'vitest';
import { NoekRefusal } from './errors.ts';
import { createRestCallers } from './rest.ts';

/** A caller whose requests are recorded and answered with `answer`. */
function caller(answer: () => Response = () => Response.json({ ok: true })) {
  const requests: Request[] = [];
  const { rest } = createRestCallers('http://noek.test:5000', async (input, init) => {
    requests.push(new Request(input as URL, init));
    return answer();
  });
  const last = async () => {
    const { method, url, headers } = requests.at(-1) as Request;
    return { method, url, type: headers.get('Content-Type'), headers, body: await requests.at(-1)?.text() };
  };
  return { rest, last };
}

test('parameters, query, headers and body are sent in their places', async () => {
  const { rest, last } = caller();
  await rest('GET /api/conversations', { query: { limit: 5, cursor: 'a b&c' } });
  expect(await last()).toMatchObject({
    method: 'GET',
    url: 'http://noek.test:5000/api/conversations?limit=5&cursor=a+b%26c',
    type: null,
    body: '',
  });
  await rest('PATCH /api/memories/{id}', { params: { id: 'a/b' }, body: { title: 'Tea' } });
  expect(await last()).toMatchObject({
    method: 'PATCH',
    url: 'http://noek.test:5000/api/memories/a%2Fb',
    type: 'application/json',
    body: '{"title":"Tea"}',
  });
  const headers = { 'Idempotency-Key': 'one' };
  await rest('POST /api/conversations/{id}/messages', { params: { id: 7 }, headers, body: { content: 'Hello' } });
  expect((await last()).headers.get('Idempotency-Key')).toBe('one');
});

test('absent input is left out of the request', async () => {
  const { rest, last } = caller();
  await rest('GET /api/conversations');
  expect((await last()).url).toBe('http://noek.test:5000/api/conversations');
  await rest('GET /api/conversations', { query: { limit: undefined } });
  expect((await last()).url).toBe('http://noek.test:5000/api/conversations');
  await rest('POST /api/auth/logout');
  expect(await last()).toMatchObject({ method: 'POST', type: null, body: '' });
});

test('an error response is thrown with its message, code and fields', async () => {
  const body = { message: 'No messages left.', code: 'MESSAGE_LIMIT_REACHED', remainingMessages: 0 };
  const { rest } = caller(() => Response.json(body, { status: 429 }));
  const refused = await rest('GET /api/memories').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoekRefusal);
  expect(refused).toMatchObject({ message: body.message, code: body.code, status: 429, body });
});

test('a response that is not from Noek is an error without a code', async () => {
  for (const answer of [
    () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
    () => new Response('<h1>Welcome to the hotel’s network</h1>'),
    () => Response.json({ error: 'no such tenant' }, { status: 404 }),
  ]) {
    const refused = await caller(answer)
      .rest('GET /api/memories')
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: 'NoekRefusal', code: null, body: null, status: answer().status });
  }
});

test('the compiler knows the calls, their input and their results', () => {
  const { rest } = caller();
  const typed = () => [
    rest('GET /api/memories').then(({ memories, limit }) => [
      memories[0]?.importance === 'high',
      limit === 'unlimited',
    ]),
    rest('POST /api/conversations/{id}/messages', { params: { id: 1 }, body: { content: 'Hi' } }).then(
      ([question, answer]) => [question.content.length, answer.status === 'complete'],
    ),
    // @ts-expect-error: no such call.
    rest('GET /api/nothing'),
    // @ts-expect-error: it redirects to Google and returns no JSON.
    rest('GET /api/auth/google'),
    // @ts-expect-error: the body is missing.
    rest('POST /api/memories'),
    // @ts-expect-error: a field of the body is missing.
    rest('POST /api/memories', { body: { title: 'Tea' } }),
    // @ts-expect-error: the parameter is missing.
    rest('DELETE /api/memories/{id}', {}),
    // @ts-expect-error: no such field.
    rest('GET /api/version').then(({ number }) => number),
  ];
  expect(typed).toBeTypeOf('function');
});
