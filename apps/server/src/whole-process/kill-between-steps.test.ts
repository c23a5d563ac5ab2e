import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { MemoryList } from '@noek/contract/memory/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { expect, onTestFinished, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { type ModelCall, startModelServer } from '../testing/stand-ins/model-server.ts';

const said = 'I am allergic to walnuts.';
const toolResults = ({ messages }: ModelCall) => messages.filter(({ role }) => role === 'tool');

test('kill -9 between two steps: the next process continues after the tool, which has its effect once', async () => {
  const afterTool = Promise.withResolvers<void>();
  const model = await startModelServer((call) => {
    if (call.tools.length > 0 && toolResults(call).length === 0)
      return call.callTool('save_memory', { title: 'Walnuts', content: said });
    afterTool.resolve();
  });
  onTestFinished(model.close);
  const server = await startServerProcess(model.env);
  onTestFinished(server.discard);
  const person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });

  const sent = await person.mutate<SendResult>('chat.send', { conversationId: null, content: said });
  await afterTool.promise;
  const callsBefore = model.calls.length;
  await server.kill();
  model.answer = (call) => {
    call.write('I will keep that in mind.');
    call.finish();
  };
  await server.startAgain();

  const answer = async () => {
    const messages = await person.query<Message[]>('chat.messages', { conversationId: sent.conversation.id });
    return messages.find(({ id }) => id === sent.assistantMessage.id);
  };
  await expect.poll(async () => (await answer())?.status, { timeout: 20_000 }).toBe('complete');
  expect(await answer()).toMatchObject({
    content: 'I will keep that in mind.',
    steps: [{ kind: 'memory', status: 'done', memoryId: expect.any(String) }],
  });
  // It was asked once more, with the result that the process which died had logged.
  expect(model.calls.slice(callsBefore).map((call) => toolResults(call).length)).toEqual([1]);
  const { memories } = await person.query<MemoryList>('memory.list');
  expect(memories.map(({ content }) => content)).toEqual([said]);
  const { messageLimit, remainingMessages } = await person.query<Allowance>('chat.allowance');
  expect(messageLimit - remainingMessages).toBe(1);
});
