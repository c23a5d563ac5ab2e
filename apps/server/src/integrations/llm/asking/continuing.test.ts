import { expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  collect,
  loopbackUpstream,
  request,
  silentLog,
  stream,
  testTuning,
} from '../testing/loopback-upstream.ts';

test('a continued answer is sent to the provider with its existing text and the request to continue', async () => {
  const upstream = await loopbackUpstream((response) => stream(response, answerOf(' world')));
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  const messages = [{ role: 'user' as const, content: 'Say hello world' }];
  expect(await collect(llm, request({ messages, continuing: 'Hello' }))).toMatchObject({ text: ' world' });
  await collect(llm, request({ messages, continuing: '' }));
  const [continued, fresh] = upstream.asked.map(({ body }) => body.messages as { role: string; content: string }[]);
  expect(continued?.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(continued?.[1]?.content).toBe('Hello');
  expect(continued?.[2]?.content).toMatch(/exactly where it stops/);
  expect(fresh).toEqual(messages);
});
