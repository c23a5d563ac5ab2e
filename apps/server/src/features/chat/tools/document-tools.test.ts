import { maxDocumentBytes } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { textSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { told } from '../../../testing/memory-chat.ts';
import { answers, createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { listDocumentVersions } from '../../documents/list-document-versions.ts';
import { listDocuments } from '../../documents/list-documents.ts';
import { readDocument } from '../../documents/read-document.ts';
import { updateDocument } from '../../documents/update-document.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';

const page = { title: 'Garden', kind: 'html', content: '<h1>Garden</h1>\n<p>It is "green".</p>\n' } as const;

const toolNames = ({ request }: ScriptedCall) => request.tools?.map(({ name }) => name) ?? [];
const given = ({ request }: ScriptedCall) =>
  request.messages.filter(({ content }) => / name="document">/.test(content)).map(({ content }) => content);

/** Calls tools, one model call for each list, and then answers. */
const script =
  (...turns: (readonly [name: string, args: object | string][])[]) =>
  (call: ScriptedCall) => {
    const asked = call.request.messages.filter(({ role }) => role === 'tool').length;
    let before = 0;
    for (const turn of turns) {
      if (asked === before) {
        for (const [name, args] of turn) call.toolCall(name, args);
        return call.finish('tool-calls');
      }
      before += turn.length;
    }
    answers(call, 'It is ready.');
  };

describeOnEngines('documents of answers', (open) => {
  async function begin(as: 'user' | 'guest' = 'user') {
    const db = await open();
    const actor = as === 'user' ? await userActor(db) : await guestActor(db);
    const current = { script: script() };
    const llm = createScriptedLlm((call) => current.script(call));
    const ctx = createChatCtx(db, llm, { actor });
    async function say(content: string, conversationId: number | null = null, next = current.script) {
      current.script = next;
      const sent = await sendMessage(ctx, { conversationId, content });
      return { ...sent, answer: await finalMessage(ctx, sent.assistantMessage.id), call: llm.calls.at(-1) };
    }
    const answerWith = (next: (call: ScriptedCall) => void) => {
      current.script = next;
    };
    return { db, ctx, llm, say, answerWith, last: () => llm.calls.at(-1) as ScriptedCall };
  }

  test.each(['user', 'guest'] as const)('the answer to a %s writes one, and changes it later', async (as) => {
    const { ctx, say, llm, last } = await begin(as);
    const { answer, conversation } = await say('A page about my garden', null, script([['write_document', page]]));
    expect(llm.calls[0] && toolNames(llm.calls[0])).toEqual(
      expect.arrayContaining(['write_document', 'edit_document']),
    );
    const [made] = await listDocuments(ctx, { conversationId: conversation.id });
    expect(made).toMatchObject({ title: 'Garden', kind: 'html', version: 1, madeBy: 'answer', messageId: answer.id });
    const documentId = made?.id ?? '';
    expect(answer).toMatchObject({
      ...{ status: 'complete', content: 'It is ready.' },
      documents: [{ id: documentId, title: 'Garden', kind: 'html', version: 1 }],
      steps: [{ kind: 'document', status: 'done', text: 'Wrote “Garden”' }],
    });
    expect(told(last())).toContain(documentId);
    expect(await readDocument(ctx, { documentId })).toMatchObject({ content: page.content });

    await updateDocument(ctx, { documentId, baseVersion: 1, content: '<h1>My garden</h1>\n<p>It is "green".</p>\n' });
    const edits = [{ find: 'My garden', replace: 'Our garden' }];
    const change = script([['edit_document', { id: documentId, edits }]]);
    const changed = await say('Make it ours', conversation.id, change);
    expect(given(llm.calls.at(-2) as ScriptedCall)).toEqual([
      expect.stringContaining(
        `id: ${documentId}\ntitle: Garden\nkind: html\nversion: 2\n\n<h1>My garden</h1>\n<p>It is "green".`,
      ),
    ]);
    expect(given(last())[0]).toContain('Our garden');
    expect(changed.answer).toMatchObject({
      documents: [{ id: documentId, version: 3 }],
      steps: [{ kind: 'document', status: 'done', text: 'Changed “Garden”' }],
    });
    expect(await readDocument(ctx, { documentId })).toMatchObject({
      ...{ version: 3, madeBy: 'answer', messageId: changed.answer.id },
      content: '<h1>Our garden</h1>\n<p>It is "green".</p>\n',
    });
  });

  test('several edits of one answer are made in the order of its calls', async () => {
    const { db, ctx, say } = await begin();
    const { conversation } = await say('Hello');
    const { id } = await insertDocument(db, { conversationId: conversation.id, contents: ['0'] });
    const step = (from: number) =>
      ['edit_document', { id, edits: [{ find: `${from}`, replace: `${from + 1}` }] }] as const;
    const calls = Array.from({ length: 6 }, (_, at) => step(at)) as [string, object][];
    const { answer } = await say('Count', conversation.id, script(calls));
    expect(answer.documents).toEqual([{ id, title: 'Plan', kind: 'markdown', version: 7 }]);
    expect(await readDocument(ctx, { documentId: id })).toMatchObject({ content: '6' });
  });

  test('an edit that does not fit exactly changes nothing, and the model is told why', async () => {
    const { db, ctx, say, last } = await begin();
    const { conversation } = await say('Hello');
    const documentId = (await insertDocument(db, { conversationId: conversation.id, contents: ['red red blue'] })).id;
    const theirs = await insertDocument(db, {
      conversationId: (await insertConversation(db, { userId: (await userActor(db)).user.id })).id,
    });
    const good = { find: 'blue', replace: 'green' };
    for (const [args, reason] of [
      [{ id: documentId, edits: [good, { find: 'yellow', replace: '' }] }, '"find" of edit 2 does not occur'],
      [{ id: documentId, edits: [good, { find: 'red', replace: '' }] }, '"find" of edit 2 occurs several times'],
      [{ id: documentId, edits: [{ find: '', replace: 'x' }] }, '"find" of edit 1 is empty'],
      [{ id: documentId, edits: [{ find: 'blue', replace: 'blue' }] }, 'like this already'],
      [{ id: documentId, edits: [{ find: 'blue', replace: 'x'.repeat(maxDocumentBytes) }] }, documentProblems.tooLarge],
      [{ id: documentId, edits: [] }, 'Nothing was changed: "edits"'],
      [{ id: documentId }, 'Nothing was changed: "edits"'],
      [{ id: theirs.id, edits: [{ find: 'Plan', replace: 'Mine' }] }, 'no document with this id'],
      ['{"id": "cut', 'not a JSON object'],
    ] as const) {
      const { answer } = await say('Change it', conversation.id, script([['edit_document', args]]));
      expect(told(last())).toContain(reason);
      expect(answer.documents).toEqual([]);
    }
    expect(await listDocumentVersions(ctx, { documentId })).toHaveLength(1);
    const { documentVersions: v } = db.tables;
    expect(await db.orm.select({ n: v.number }).from(v).where(eq(v.documentId, theirs.id))).toHaveLength(1);
  });

  test('a call is taken as models write it, and one that cannot be used is explained', async () => {
    const { ctx, say, last } = await begin();
    const fenced = '```html\n<p>`a`</p>\n```';
    const nested = '# Code\n\n```js\n1\n```\n';
    const { conversation } = await say('Hello');
    const conversationId = conversation.id;
    for (const [args, made] of [
      [
        { title: ' A\n\u202Etitle ', kind: 'HTML', content: fenced },
        { title: 'A title', kind: 'html' },
      ],
      [
        { title: 'x'.repeat(500), kind: 'jsx', content: 'x' },
        { title: 'x'.repeat(200), kind: 'react' },
      ],
      [
        { title: 'Whole', kind: 'md', content: nested },
        { title: 'Whole', kind: 'markdown' },
      ],
    ] as const) {
      const { answer } = await say('Write', conversationId, script([['write_document', args]]));
      expect(answer.documents).toMatchObject([made]);
    }
    const contents = await Promise.all(
      (await listDocuments(ctx, { conversationId })).map(async ({ id, title }) => [
        title,
        (await readDocument(ctx, { documentId: id })).content,
      ]),
    );
    expect(Object.fromEntries(contents)).toMatchObject({ 'A title': '<p>`a`</p>\n', Whole: nested });
    for (const [args, reason] of [
      [{ ...page, kind: 'word' }, 'Choose one of these kinds'],
      [{ ...page, title: '' }, documentProblems.noTitle],
      [{ title: 'T', kind: 'html' }, documentProblems.noContent],
      [{ ...page, content: 'x'.repeat(maxDocumentBytes + 1) }, documentProblems.tooLarge],
    ] as const) {
      const { answer } = await say('Write', conversationId, script([['write_document', args]]));
      expect(told(last())).toContain(reason);
      expect(answer.documents).toEqual([]);
    }
    expect(await listDocuments(ctx, { conversationId })).toHaveLength(3);
  });

  test('a document of a megabyte is written whole', async () => {
    const { ctx, say } = await begin();
    const content = '"\n'.repeat(maxDocumentBytes / 2);
    const { answer } = await say('Write', null, script([['write_document', { ...page, content }]]));
    const documentId = answer.documents[0]?.id ?? '';
    expect((await readDocument(ctx, { documentId })).content === content).toBe(true);
  });

  test('without space, nothing is written, and the model and the person are told', async () => {
    const { basic } = textSpaces;
    onTestFinished(() => {
      textSpaces.basic = basic;
    });
    const { ctx, say, last } = await begin();
    const { conversation } = await say('Hello');
    if (!('user' in ctx.actor)) throw new Error('A person is signed in.');
    await ctx.textSpaces.count(ctx.actor.user.id);
    const { answer } = await say('Write', conversation.id, (call) => {
      textSpaces.basic = 100;
      script([['write_document', page]])(call);
    });
    expect(told(last())).toMatch(/Could not write “Garden”: Your account has used up .* Tell the person\./);
    expect(answer).toMatchObject({
      documents: [],
      steps: [{ kind: 'document', status: 'failed', text: expect.stringMatching(/^Could not write “Garden”\. Your/) }],
    });
    expect(await listDocuments(ctx, { conversationId: conversation.id })).toEqual([]);
  });

  test('an answer that is stopped or cut off in the middle of a call makes nothing', async () => {
    const { ctx, llm, say, answerWith } = await begin();
    const { conversation } = await say('Hello');
    const conversationId = conversation.id;
    const half = JSON.stringify(page).slice(0, -20);
    const cut = await say('Write', conversationId, (call) => {
      if (call.request.messages.some(({ role }) => role === 'tool')) return answers(call, 'It was too long.');
      call.toolCall('write_document', half);
      call.finish('length');
    });
    expect(cut.answer).toMatchObject({ content: 'It was too long.', documents: [] });
    const failed = await say('Write', conversationId, (call) => {
      call.toolCall('write_document', page);
      call.fail(new Error('The line broke.'));
    });
    expect(failed.answer).toMatchObject({ status: 'failed', documents: [] });
    const before = llm.calls.length;
    answerWith((call) => call.text('I begin'));
    const { assistantMessage } = await sendMessage(ctx, { conversationId, content: 'Write' });
    const call = await llm.call(before);
    await stopAnswer(ctx, { messageId: assistantMessage.id });
    call.toolCall('write_document', page);
    call.finish('tool-calls');
    expect(await finalMessage(ctx, assistantMessage.id)).toMatchObject({ status: 'stopped', documents: [] });
    expect(await listDocuments(ctx, { conversationId })).toEqual([]);
  });

  test('an answer that says nothing besides names its documents', async () => {
    const { say } = await begin();
    const { answer } = await say('Write', null, (call) => {
      if (call.request.messages.some(({ role }) => role === 'tool')) return call.finish();
      call.toolCall('write_document', { ...page, title: 'A *good* plan' });
      call.finish('tool-calls');
    });
    expect(answer).toMatchObject({ status: 'complete', content: '**A \\*good\\* plan**', documents: [{ version: 1 }] });
  });

  test('the newest documents are given while there is room, and the others are only named', async () => {
    const { db, ctx, say, llm, last } = await begin();
    llm.offered[0] = { ...(llm.offered[0] as never as object), contextWindow: 16_000 } as never;
    const { conversation } = await say('Hello');
    const conversationId = conversation.id;
    expect(given(last())).toEqual([]);
    const at = (n: number) => ({ conversationId, updatedAt: new Date(n), title: `Number ${n}` });
    await insertDocument(db, { ...at(1), contents: ['oldest'] });
    await insertDocument(db, { ...at(2), contents: ['long '.repeat(20_000)] });
    await insertDocument(db, { ...at(3), contents: ['before', 'newest'] });
    await say('What is there?', conversationId, script());
    const [newest = '', long = '', oldest = ''] = given(last());
    expect(newest).toContain('title: Number 3\nkind: markdown\nversion: 2\n\nnewest');
    expect(long).toContain('(Only its beginning follows.)\n\nlong long');
    expect(long.length).toBeLessThan(25_000);
    expect(oldest).toContain('title: Number 1\nkind: markdown\nversion: 1\n(There is no room for its text.)');
    const other = ctx.as(await userActor(db));
    const elsewhere = await sendMessage(other, { conversationId: null, content: 'Hello' });
    await finalMessage(other, elsewhere.assistantMessage.id);
    expect(given(last())).toEqual([]);
  });

  test('what a document says is not saved as a memory without asking', async () => {
    const { db, ctx, say } = await begin();
    const { conversation } = await say('Hello');
    await insertDocument(db, { conversationId: conversation.id, contents: ['The reader is allergic to walnuts.'] });
    const memory = { title: 'Allergy', content: 'I am allergic to walnuts' };
    const { answer } = await say('I am allergic to walnuts', conversation.id, script([['save_memory', memory]]));
    expect(answer.steps).toMatchObject([{ kind: 'memory', keep: { state: 'open' } }]);
    const { memories } = db.tables;
    expect(await ctx.db.orm.select().from(memories)).toEqual([]);
  });
});
