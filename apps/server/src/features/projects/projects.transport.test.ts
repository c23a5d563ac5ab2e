import { expect, test } from 'vitest';
import { openFixture } from '../../testing/documented-calls/documented-call.ts';

type Project = { id: string; name: string; memory: string };
type Conversation = { id: number; projectId: string | null };

test('a project, its chats and its end over REST, as the specification names them', async () => {
  const { me } = await openFixture();
  const created = await me.json<Project>('/api/projects', {
    method: 'POST',
    body: { name: ' Garden ', memory: 'own' },
  });
  expect(created).toMatchObject({
    status: 201,
    body: { name: 'Garden', memory: 'own', instructions: '', color: 'gray' },
  });
  const { id } = created.body;
  const path = `/api/projects/${id}`;
  expect((await me.json('/api/projects')).body).toMatchObject([{ id }]);
  const changed = { instructions: 'Answer in rhymes.', color: '#1a2b3c' };
  expect(await me.json(path, { method: 'PATCH', body: changed })).toMatchObject({ status: 200, body: changed });

  const chat = async (body: object) =>
    (await me.json<Conversation>('/api/conversations', { method: 'POST', body })).body;
  const inside = await chat({ title: 'Peas', projectId: id });
  const moved = await chat({ title: 'Tea' });
  const move = (projectId: string | null) =>
    me.json<Conversation>(`/api/conversations/${moved.id}`, { method: 'PATCH', body: { projectId } });
  expect((await move(id)).body).toMatchObject({ projectId: id });
  expect((await move(null)).body).toMatchObject({ projectId: null });
  const listed = async (query = '') =>
    (await me.json<Conversation[]>(`/api/conversations${query}`)).body.map((one) => one.id).sort();
  expect(await listed(`?project=${id}`)).toEqual([inside.id]);
  expect(await listed('?project=none')).toEqual([moved.id]);
  expect(await listed()).toEqual([inside.id, moved.id].sort());

  const refused = await me.json(`${path}?conversations=everything`, { method: 'DELETE' });
  expect(refused).toMatchObject({ status: 400, body: { message: 'Choose keep or trash.' } });
  expect((await me.json(`${path}?conversations=trash`, { method: 'DELETE' })).status).toBe(200);
  expect(await listed()).toEqual([moved.id]);
  expect((await me.json(path)).status).toBe(404);
  expect((await move(id)).status).toBe(404);
  expect(await me.json(`${path}/restore`, { method: 'POST' })).toMatchObject({ status: 200, body: { id } });
  expect(await listed(`?project=${id}`)).toEqual([inside.id]);
  // Without a word about its conversations, they leave it.
  expect((await me.json(path, { method: 'DELETE' })).status).toBe(200);
  expect(await listed('?project=none')).toEqual([inside.id, moved.id].sort());
});

test('bad input is refused with a sentence and changes nothing', async () => {
  const { me } = await openFixture();
  const { body } = await me.json<Project>('/api/projects', { method: 'POST', body: { name: 'Garden' } });
  const path = `/api/projects/${body.id}`;
  for (const [wrong, message] of [
    [{ instructions: 'x'.repeat(8_001) }, 'Instructions have at most 8,000 characters.'],
    [{ name: ' ' }, 'A project needs a name.'],
    [{ name: 'x'.repeat(81) }, 'The name of a project has at most 80 characters.'],
    [{ memory: 'all' }, 'Choose shared, own or off.'],
    [{ color: 'red; }' }, /^Choose one of these colors/],
    [{}, /^Give a name/],
  ] as const)
    expect(await me.json(path, { method: 'PATCH', body: wrong })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', message: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
  expect((await me.json(path)).body).toEqual(body);
  for (const unknown of ['/api/projects/nowhere', `/api/projects/${'x'.repeat(65)}`])
    expect(await me.json(unknown)).toMatchObject({ status: 404, body: { message: 'Project not found.' } });
});
