import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { Document, DocumentVersion, DocumentWithContent } from '@noek/contract/documents/schemas';
import { expect, inject, onTestFinished, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { type ModelCall, startModelServer } from '../testing/stand-ins/model-server.ts';

const rounds = inject('isThorough') ? 40 : 6;
/** The last round kills it after this time, in milliseconds: writing and changing a document has taken less. */
const longestMs = 60;

const results = ({ messages }: ModelCall) =>
  messages.flatMap(({ role, content }) => (role === 'tool' ? String(content) : []));

test('kill -9 while an answer writes and changes a document: each is done completely, and once', {
  timeout: 180_000,
}, async () => {
  const model = await startModelServer((call) => {
    const told = results(call);
    if (call.tools.length === 0) return call.finish();
    if (told.length === 0)
      return call.callTool('write_document', { title: 'Tides', kind: 'markdown', content: '# Tides\n\nHigh.\n' });
    const id = /id: ([\w-]+)/.exec(told[0] ?? '')?.[1] ?? '';
    if (told.length === 1)
      return call.callTool('edit_document', { id, edits: [{ find: 'High', replace: 'High and low' }] });
    call.write('There it is.');
    call.finish();
  });
  onTestFinished(model.close);
  const server = await startServerProcess(model.env);
  onTestFinished(server.discard);
  const person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });
  for (let round = 0; round < rounds; round++) {
    const sent = await person.mutate<SendResult>('chat.send', { conversationId: null, content: 'Write about tides' });
    // The moment differs in each round.
    await sleep((round * longestMs) / (rounds - 1));
    await server.kill();
    await server.startAgain();
    const conversationId = sent.conversation.id;
    const answer = async () =>
      (await person.query<Message[]>('chat.messages', { conversationId })).find(
        ({ id }) => id === sent.assistantMessage.id,
      );
    await expect.poll(async () => (await answer())?.status, { timeout: 20_000 }).toBe('complete');
    const [document, ...others] = await person.query<Document[]>('documents.list', { conversationId });
    expect(others).toEqual([]);
    const documentId = document?.id ?? '';
    expect((await answer())?.documents).toEqual([{ id: documentId, title: 'Tides', kind: 'markdown', version: 2 }]);
    const versions = await person.query<DocumentVersion[]>('documents.versions', { documentId });
    expect(versions.map(({ number, messageId }) => [number, messageId])).toEqual([
      [2, sent.assistantMessage.id],
      [1, sent.assistantMessage.id],
    ]);
    const { content } = await person.query<DocumentWithContent>('documents.document', { documentId });
    expect(content).toBe('# Tides\n\nHigh and low.\n');
  }
});
