import type { DocumentPart } from '@noek/contract/chat/stream';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { answers, createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';

const page = { title: 'My\nplan', kind: 'tsx', content: 'export default () => "😀";\n' };
const json = JSON.stringify(page);

describeOnEngines('a document whose call arrives', (open) => {
  async function begin() {
    const db = await open();
    let writing: ScriptedCall | undefined;
    const llm = createScriptedLlm((call) => {
      if (call.request.messages.some(({ role }) => role === 'tool')) answers(call, 'It is ready.');
      else writing = call;
    });
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const { assistantMessage, conversation } = await sendMessage(ctx, { conversationId: null, content: 'A plan' });
    const call = await vi.waitUntil(() => writing);
    const messageId = assistantMessage.id;
    function follow() {
      const parts: DocumentPart[] = [];
      const onEvent = (event: { type: string; part?: DocumentPart }) => event.part && parts.push(event.part);
      ctx.generations.follow(messageId, 0, { onEvent, onMoved() {} });
      return parts;
    }
    const documents = () => listDocuments(ctx, { conversationId: conversation.id });
    return { ctx, call, messageId, follow, documents };
  }
  const textOf = (parts: readonly DocumentPart[]) =>
    parts.reduce((text, part) => (part.text === null ? text : text.slice(0, part.from) + part.text), '');

  test('is shown in pieces, also to who comes in the middle, and is then a document', async () => {
    const { ctx, call, messageId, follow, documents } = await begin();
    const first = follow();
    for (const piece of json.slice(0, 70)) call.toolCallPart(piece);
    await vi.waitUntil(() => first.length > 0);
    expect(first[0]).toMatchObject({ title: 'My plan', from: 0 });
    const second = follow();
    expect(second).toEqual([{ ...first.at(-1), from: 0, text: textOf(first) }]);
    expect(await documents()).toEqual([]);
    call.toolCallPart(json.slice(70));
    call.toolCall('write_document', json);
    call.finish('tool-calls');
    expect(await finalMessage(ctx, messageId)).toMatchObject({
      ...{ content: 'It is ready.', documents: [{ title: 'My plan', kind: 'react', version: 1 }] },
    });
    for (const parts of [first, second]) {
      expect(textOf(parts)).toBe(page.content);
      expect(parts.at(-1)).toMatchObject({ kind: 'react', text: null });
    }
  });

  test('is no document after Stop, whatever had arrived', async () => {
    const { ctx, call, messageId, follow, documents } = await begin();
    const parts = follow();
    call.toolCallPart(json.slice(0, 80));
    await vi.waitUntil(() => parts.length > 0);
    await stopAnswer(ctx, { messageId });
    expect(await finalMessage(ctx, messageId)).toMatchObject({ status: 'stopped', steps: [], documents: [] });
    expect(await documents()).toEqual([]);
    expect(follow()).toEqual([]);
  });
});
