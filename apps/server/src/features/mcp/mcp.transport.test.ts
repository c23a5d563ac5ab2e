import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, insertMessages } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { describe, expect, inject, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { eras, modernCall, startMcpServer, textOf } from '../../testing/mcp-server.ts';
import { insertPerson, signedInAs, tokenOf } from '../../testing/sign-in.ts';
import { createFakeKnowledge } from '../../testing/stand-ins/fake-knowledge.ts';
import { answers, createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { suspendUser } from '../admin/people/suspend-user.ts';
import { changeAccount } from '../auth/account/change-account.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { announceEndedSessions } from '../auth/session/watch-session.ts';
import { listTokens } from '../auth/tokens/list-tokens.ts';
import { revokeToken } from '../auth/tokens/revoke-token.ts';
import { readAllowance } from '../chat/allowance/allowance.ts';
import { errorName, keyName } from './mcp-handler.ts';
import { createRunningCalls, keyOfCall } from './running-calls.ts';

const answering = () => createScriptedLlm((call) => answers(call, 'Lisbon is in Portugal.'));

/** Uses up the allowance of the basic plan, except for a few messages. */
async function useUp(db: Database, userId: string, at: Date, left = 0): Promise<void> {
  const { allowanceAccounts, allowanceLedger } = db.tables;
  const subject = `user:${userId}`;
  const first = { id: 'first', subject, amount: 1, totalBefore: 0, refundOf: null, createdAt: at };
  await db.atomic((step) => {
    step.add(step.orm.insert(allowanceAccounts).values({ subject, total: 3_000 - left }));
    step.add(step.orm.insert(allowanceLedger).values(first));
  });
}

type Options = Parameters<typeof startMcpServer>[2];

describeOnEngines('the MCP server', (open, engine) => {
  async function start(llm = answering(), options: Options = {}) {
    const db = await open();
    const server = await startMcpServer(db, llm, options);
    const ada = await insertPerson(server.ctx, { name: 'Ada' });
    const statusOf = async () => {
      const { messages: m } = db.tables;
      const [answer] = await db.orm.select().from(m).where(eq(m.role, 'assistant'));
      return answer?.status;
    };
    return { ...server, db, ada, statusOf };
  }

  describe.each(eras)('of %s', (_, era) => {
    test('lists the tools that a token may call, with closed schemas', async () => {
      const { client, ada } = await start();
      const names = async (scope: 'read' | 'chat' | 'all') =>
        (await (await client(ada.id, scope, era)).listTools()).tools.map(({ name }) => name);
      const read = ['list_memories', 'read_conversation', 'search_conversations', 'search_knowledge'];
      expect((await names('read')).sort()).toEqual(read);
      expect((await names('chat')).sort()).toEqual(['ask_noek', ...read]);
      expect((await names('all')).sort()).toEqual(['ask_noek', ...read, 'save_memory'].sort());
      const { tools } = await (await client(ada.id, 'all', era)).listTools();
      for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
        expect(title && description).toBeTruthy();
        for (const schema of [inputSchema, outputSchema])
          expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
        expect(annotations?.destructiveHint).toBe(false);
      }
      const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
      expect(readOnly.sort()).toEqual(read);
    });

    test('asks Noek, continues the conversation, and charges one message for each', async () => {
      const { client, ada, ctx, llm } = await start();
      const by = await client(ada.id, 'chat', era);
      const asked = await by.callTool({ name: 'ask_noek', arguments: { message: 'Where is Lisbon?' } });
      expect(textOf(asked)).toContain('Lisbon is in Portugal.');
      const { conversationId, url, ...first } = asked.structuredContent as { conversationId: number; url: string };
      expect(first).toMatchObject({
        answer: 'Lisbon is in Portugal.',
        status: 'complete',
        sources: [],
        remainingMessages: 2_999,
      });
      expect(url).toBe(`${ctx.config.origins.chat}/chat/${conversationId}`);
      const again = await by.callTool({
        name: 'ask_noek',
        // Some clients keep large numbers as text.
        arguments: { message: 'And Porto?', conversationId: String(conversationId), webSearch: false },
      });
      expect(again.structuredContent).toMatchObject({ conversationId, remainingMessages: 2_998 });
      expect(llm.calls).toHaveLength(2);
      const read = await by.callTool({ name: 'read_conversation', arguments: { id: conversationId } });
      expect(read.structuredContent).toMatchObject({
        id: conversationId,
        messages: [
          { role: 'user', content: 'Where is Lisbon?' },
          { role: 'assistant', content: 'Lisbon is in Portugal.' },
          { content: 'And Porto?' },
          { content: 'Lisbon is in Portugal.' },
        ],
        nextCursor: null,
      });
    });

    test('cites the knowledge base that an answer was given, and finds passages without an answer', async () => {
      const knowledgeSource = createFakeKnowledge('The office dog is called Biscuit.');
      const llm = createScriptedLlm((call) => answers(call, 'It is called Biscuit [1].'));
      const { client, ada, ctx } = await start(llm, { knowledgeSource });
      await ctx.knowledge.refresh();
      const by = await client(ada.id, 'chat', era);
      const question = 'What is the office dog called?';
      const passage = { source: 'Handbook', text: 'The office dog is called Biscuit.' };
      const found = await by.callTool({ name: 'search_knowledge', arguments: { query: question } });
      expect(found.structuredContent).toMatchObject({ passages: [passage], revision: expect.any(String) });
      expect(textOf(found)).toContain(passage.text);
      const asked = await by.callTool({ name: 'ask_noek', arguments: { message: question } });
      expect(asked.structuredContent).toMatchObject({
        sources: [{ number: 1, title: 'Handbook', url: null, quote: passage.text }],
      });
    });

    test('searches conversations page by page', async () => {
      const { client, ada, db } = await start();
      for (let n = 0; n < 7; n++) {
        const { id } = await insertConversation(db, { userId: ada.id, title: `Trip ${n}` });
        await insertMessages(db, id, [{ content: `We saw a lighthouse on day ${n}.` }]);
      }
      const by = await client(ada.id, 'read', era);
      const seen: string[] = [];
      let cursor: string | null | undefined;
      for (let pages = 0; pages < 5 && cursor !== null; pages++) {
        const { structuredContent, isError } = await by.callTool({
          name: 'search_conversations',
          arguments: { query: 'lighthouse', limit: 3, ...(cursor && { cursor }) },
        });
        expect(isError).toBeFalsy();
        const page = structuredContent as { hits: { title: string; snippet: string }[]; nextCursor: string | null };
        expect(page.hits.every(({ snippet }) => snippet.includes('lighthouse'))).toBe(true);
        seen.push(...page.hits.map(({ title }) => title));
        cursor = page.nextCursor;
      }
      expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, n) => `Trip ${n}`));
    });

    test('reads a long conversation in pages, and says what is left out of long messages', async () => {
      const { client, ada, db, ctx } = await start();
      const { id } = await insertConversation(db, { userId: ada.id });
      const contents = Array.from({ length: 45 }, (_, n) => (n === 30 ? 'x'.repeat(9_000) : `Message ${n}`));
      await insertMessages(
        db,
        id,
        contents.map((content) => ({ content })),
      );
      const by = await client(ada.id, 'read', era);
      const seen: { content: string; charactersLeftOut: number }[] = [];
      let cursor: string | null | undefined;
      let text = '';
      for (let pages = 0; pages < 5 && cursor !== null; pages++) {
        const result = await by.callTool({ name: 'read_conversation', arguments: { id, ...(cursor && { cursor }) } });
        const page = result.structuredContent as { messages: typeof seen; nextCursor: string | null };
        seen.push(...page.messages);
        text += textOf(result);
        cursor = page.nextCursor;
      }
      expect(seen.map(({ content }, n) => (n === 30 ? content.length : content))).toEqual(
        contents.map((content, n) => (n === 30 ? 8_000 : content)),
      );
      expect(seen.filter(({ charactersLeftOut }) => charactersLeftOut > 0)).toMatchObject([
        { charactersLeftOut: 1_000 },
      ]);
      expect(text).toContain(`1000 more characters are at ${ctx.config.origins.chat}/chat/${id}`);
    });

    test('lists memories, filters them, and saves one under the name of the token', async () => {
      const { client, ada, db, ctx } = await start();
      await insertMemories(
        db,
        ada.id,
        Array.from({ length: 49 }, (_, n) => ({ content: `Fact ${n}` })),
      );
      const by = await client(ada.id, 'all', era);
      const saved = await by.callTool({ name: 'save_memory', arguments: { content: ' Ada likes Café con leche. ' } });
      expect(saved.structuredContent).toEqual({
        id: expect.any(String),
        title: 'Ada likes Café con leche',
        content: 'Ada likes Café con leche.',
        category: 'General',
        app: 'An app that may all',
        url: `${ctx.config.origins.chat}/memories`,
      });
      const list = await by.callTool({ name: 'list_memories', arguments: { query: 'CAFE ada' } });
      expect(list.structuredContent).toMatchObject({
        total: 1,
        nextCursor: null,
        memories: [{ app: 'An app that may all' }],
      });
      const all = await by.callTool({ name: 'list_memories', arguments: {} });
      expect(all.structuredContent).toMatchObject({ total: 50, nextCursor: null });
      const full = await by.callTool({ name: 'save_memory', arguments: { content: 'One more.' } });
      expect([full.isError, textOf(full)]).toEqual([true, 'Memory limit reached! Delete some memories or upgrade.']);
    });

    test('neither saves nor lists memories while memory is off', async () => {
      const { client, ada, db, ctx } = await start();
      await insertMemories(db, ada.id, [{ content: 'Ada likes tea.' }]);
      const by = await client(ada.id, 'all', era);
      await changeAccount(await signedInAs(ctx, ada.id), { memoryEnabled: false });
      for (const [name, args] of [
        ['save_memory', { content: 'Ada likes coffee.' }],
        ['list_memories', {}],
      ] as const) {
        const result = await by.callTool({ name, arguments: args });
        expect([result.isError, textOf(result)]).toEqual([true, 'Memory is off. You can turn it on in your account.']);
      }
      expect(await db.orm.select().from(db.tables.memories)).toMatchObject([{ content: 'Ada likes tea.' }]);
    });

    test('finds nothing of another person, in every tool', async () => {
      const { client, ada, ctx, db } = await start();
      const mine = await insertConversation(db, { userId: ada.id, title: 'Secret lighthouse' });
      await insertMessages(db, mine.id, [{ content: 'The lighthouse is mine.' }]);
      await insertMemories(db, ada.id, [{ content: 'Lighthouse keeper' }]);
      const eve = await client((await insertPerson(ctx)).id, 'all', era);
      const call = (name: string, args: Record<string, unknown>) => eve.callTool({ name, arguments: args });
      for (const id of [mine.id, mine.id + 1]) {
        for (const refused of [
          await call('read_conversation', { id }),
          await call('ask_noek', { message: 'Hi', conversationId: id }),
        ]) {
          expect([refused.isError, textOf(refused)]).toEqual([true, 'Conversation not found.']);
          expect(refused._meta?.[errorName]).toEqual({ code: 'NOT_FOUND' });
        }
      }
      expect((await call('search_conversations', { query: 'lighthouse' })).structuredContent).toMatchObject({
        hits: [],
      });
      expect((await call('list_memories', {})).structuredContent).toMatchObject({ total: 0 });
      expect((await readAllowance(await signedInAs(ctx, ada.id))).remainingMessages).toBe(3_000);
    });

    test('says when more messages come, and costs exactly one each when 50 come at once', async () => {
      const { client, ada, ctx, db, llm } = await start();
      await useUp(db, ada.id, ctx.now(), 40);
      const by = await client(ada.id, 'chat', era);
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          by.callTool({ name: 'ask_noek', arguments: { message: `Question ${n}` } }),
        ),
      );
      const refused = results.filter(({ isError }) => isError);
      expect([results.length - refused.length, refused.length, llm.calls.length]).toEqual([40, 10, 40]);
      for (const result of refused) {
        expect(textOf(result)).toMatch(/^You've used all 3,000 messages .* The next one is available at \d{4}-.*Z\.$/);
        expect(result._meta?.[errorName]).toMatchObject({
          code: 'MESSAGE_LIMIT_REACHED',
          remainingMessages: 0,
          resetAt: expect.any(String),
        });
      }
      expect((await readAllowance(await signedInAs(ctx, ada.id))).remainingMessages).toBe(0);
    });

    test('tells how far an answer is to a client that asks for it', async () => {
      const { client, ada, llm } = await start(createScriptedLlm());
      const by = await client(ada.id, 'chat', era);
      const told: { progress: number; message?: string | undefined }[] = [];
      const asked = by.callTool(
        { name: 'ask_noek', arguments: { message: 'Where is Lisbon?' } },
        { onprogress: (progress) => told.push(progress) },
      );
      const call = await llm.call(0);
      call.text('Lisbon is ');
      await vi.waitFor(() => expect(told).toHaveLength(1));
      // It is sent at intervals, so a piece may come too early to be sent.
      await vi.waitFor(() => {
        call.text('in Portugal. ');
        expect(told.length).toBeGreaterThan(1);
      });
      call.finish();
      expect((await asked).structuredContent).toMatchObject({
        answer: expect.stringMatching(/^Lisbon is in Portugal\./),
      });
      expect(told[0]).toMatchObject({ progress: 1, message: 'Writing the answer: 10 characters so far' });
      expect(told[1]).toMatchObject({
        progress: 2,
        message: expect.stringMatching(/^Writing the answer: \d+ characters so far$/),
      });
    });

    test('stops the answer when the client cancels, and keeps its text', async () => {
      const { client, ada, llm, statusOf, ctx } = await start(createScriptedLlm());
      const by = await client(ada.id, 'chat', era);
      const cancel = new AbortController();
      const asked = by.callTool({ name: 'ask_noek', arguments: { message: 'Tell me.' } }, { signal: cancel.signal });
      asked.catch(() => {});
      (await llm.call(0)).text('The sea is');
      await vi.waitFor(async () => expect(await statusOf()).toBe('streaming'));
      cancel.abort();
      await expect(asked).rejects.toThrow();
      await vi.waitFor(async () => expect(await statusOf()).toBe('stopped'));
      expect(llm.calls[0]?.request.signal.aborted).toBe(true);
      await ctx.generations.drain(1_000);
    });

    test('a repeated call with the same key gets the same answer for one message; another message needs another key', async () => {
      const { client, ada, llm, ctx } = await start(createScriptedLlm());
      const by = await client(ada.id, 'chat', era);
      const ask = (message: string, signal?: AbortSignal) =>
        by.callTool(
          { name: 'ask_noek', arguments: { message }, _meta: { [keyName]: 'key-1' } },
          signal ? { signal } : {},
        );
      const gone = new AbortController();
      const lost = ask('Where is Lisbon?', gone.signal);
      lost.catch(() => {});
      const call = await llm.call(0);
      call.text('In ');
      gone.abort();
      const repeated = [ask('Where is Lisbon?'), ask('Where is Lisbon?')];
      call.text('Portugal.');
      call.finish();
      for (const result of await Promise.all([...repeated, ask('Where is Lisbon?')]))
        expect(result.structuredContent).toMatchObject({ answer: 'In Portugal.', status: 'complete' });
      expect(llm.calls).toHaveLength(1);
      expect((await readAllowance(await signedInAs(ctx, ada.id))).remainingMessages).toBe(2_999);
      const other = await ask('Where is Porto?');
      expect([other.isError, textOf(other)]).toEqual([
        true,
        'Another message was sent with this idempotency key. Use a new one.',
      ]);
    });

    test('a call that is repeated with its key after an interruption gets the whole answer, free of charge', async () => {
      const llm = createScriptedLlm();
      const { client, ada, ctx } = await start(llm);
      const by = await client(ada.id, 'chat', era);
      const ask = () => by.callTool({ name: 'ask_noek', arguments: { message: 'Hi' }, _meta: { [keyName]: 'key-2' } });
      const first = ask();
      const call = await llm.call(0);
      call.text('The sea ');
      call.fail(new Error('the line broke'));
      const broken = await first;
      expect([broken.isError, broken._meta?.[errorName]]).toMatchObject([true, { code: 'UNAVAILABLE' }]);
      expect(textOf(broken)).toContain('The sea');
      const repeated = [ask(), ask()];
      const next = await llm.call(1);
      next.text('is wide.');
      next.finish();
      for (const { structuredContent } of await Promise.all(repeated))
        expect(structuredContent).toMatchObject({
          answer: expect.stringMatching(/^The sea\s+is wide\.$/),
          status: 'complete',
        });
      expect(llm.calls).toHaveLength(2);
      expect((await readAllowance(await signedInAs(ctx, ada.id))).remainingMessages).toBe(2_999);
    });

    test.each([
      ['without a key', undefined],
      ['with a key', { [keyName]: 'k1' }],
    ])(
      'a revoked token ends an open call %s within a second, and its answer, and refuses the next',
      async (__, _meta) => {
        const { connect, ada, llm, ctx, statusOf } = await start(createScriptedLlm());
        const by = await connect(await tokenOf(ctx, ada.id), era);
        const asked = by.callTool({ name: 'ask_noek', arguments: { message: 'Tell me.' }, _meta });
        (await llm.call(0)).text('The sea');
        const person = await signedInAs(ctx, ada.id);
        const [token] = await listTokens(person);
        await vi.waitFor(async () => expect((await readAllowance(person)).remainingMessages).toBe(2_999));
        const before = performance.now();
        await revokeToken(person, { id: token?.id ?? '' });
        const result = await asked;
        // Within a second on an idle machine; on a busy one, still before the regular check, which runs every 5 seconds.
        expect(performance.now() - before).toBeLessThan(4_000);
        expect([result.isError, textOf(result)]).toEqual([true, 'This token has expired or was revoked.']);
        await expect(by.callTool({ name: 'ask_noek', arguments: { message: 'And?' } })).rejects.toThrow();
        expect(await statusOf()).toBe('stopped');
      },
    );

    test('an answer with a key lasts longer than an access token that expires, because the app repeats the call', async () => {
      const { connect, ada, llm, ctx, db, statusOf } = await start(createScriptedLlm());
      const by = await connect(await tokenOf(ctx, ada.id), era);
      const _meta = { [keyName]: 'k1' };
      const asked = by.callTool({ name: 'ask_noek', arguments: { message: 'Tell me.' }, _meta });
      (await llm.call(0)).text('The sea');
      await db.write((orm) => orm.update(db.tables.apiTokens).set({ expiresAt: ctx.now() }));
      announceEndedSessions(ctx, ada.id);
      expect((await asked).isError).toBe(true);
      expect(await statusOf()).toBe('streaming');
      llm.calls[0]?.finish();
      await ctx.generations.drain(1_000);
    });

    test('a failure of the provider is a sentence; the message is given back', async () => {
      const llm = createScriptedLlm((call) => call.fail(new Error('sk-secret is not a key')));
      const { client, ada, ctx } = await start(llm);
      const result = await (await client(ada.id, 'chat', era)).callTool({
        name: 'ask_noek',
        arguments: { message: 'Hi' },
      });
      expect([result.isError, result._meta?.[errorName]]).toEqual([true, { code: 'PROVIDER_FAILED' }]);
      expect(JSON.stringify(result)).not.toContain('sk-secret');
      expect((await readAllowance(await signedInAs(ctx, ada.id))).remainingMessages).toBe(3_000);
    });

    test('when the server restarts, an open call ends with an error that says to repeat it', async () => {
      const { client, ada, llm, ctx, statusOf } = await start(createScriptedLlm());
      const by = await client(ada.id, 'chat', era);
      const asked = by.callTool({ name: 'ask_noek', arguments: { message: 'Tell me.' } });
      (await llm.call(0)).text('The sea');
      await vi.waitFor(async () => expect(await statusOf()).toBe('streaming'));
      const drained = ctx.generations.drain(50);
      const result = await asked;
      expect(textOf(result)).toMatch(/^The server was restarted while answering\. Please ask again .*\n\nThe sea$/s);
      expect([result.isError, result._meta?.[errorName]]).toEqual([
        true,
        { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
      ]);
      await drained;
    });
  });

  test('two people who call at the same time never get each other’s answers', { timeout: 280_000 }, async () => {
    const llm = createScriptedLlm((call) => {
      const { content } = call.request.messages.at(-1) ?? {};
      answers(call, `Echo of ${typeof content === 'string' ? content : ''}`);
    });
    const { client, ada, ctx } = await start(llm);
    const people = [ada, await insertPerson(ctx, { name: 'Grace' })];
    // What could mix them is in the process, so a part of the rounds is enough with the slower engine.
    const rounds = (engine === 'sqlite' ? 100 : 20) * (inject('isThorough') ? 10 : 1);
    let next = 0;
    const work = async (era: (typeof eras)[number][1]) => {
      const clients = await Promise.all(people.map(({ id }) => client(id, 'chat', era)));
      for (let round = next++; round < rounds; round = next++)
        await Promise.all(
          clients.map(async (by, who) => {
            const message = `person-${who}-round-${round}.`;
            const { structuredContent } = await by.callTool({ name: 'ask_noek', arguments: { message } });
            const { answer, conversationId } = structuredContent as { answer: string; conversationId: number };
            expect(answer).toContain(message);
            expect(answer).not.toContain(`person-${1 - who}`);
            const other = clients[1 - who];
            if (round % 10 === 0 && other) {
              const refused = await other.callTool({ name: 'read_conversation', arguments: { id: conversationId } });
              expect(refused.isError).toBe(true);
            }
          }),
        );
    };
    // All with the same numbers of calls, because each client counts from the beginning.
    await Promise.all([...eras, ...eras].map(([, era]) => work(era)));
    expect(next).toBeGreaterThanOrEqual(rounds);
    for (const { id } of people) {
      const { remainingMessages } = await readAllowance(await signedInAs(ctx, id));
      expect(remainingMessages).toBe(3_000 - rounds);
    }
  });

  test('a client of 2025-11-25 cancels with another request, and only its own call', async () => {
    const { post, ada, ctx, llm, db } = await start(createScriptedLlm());
    const token = await tokenOf(ctx, ada.id);
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const session = async () => {
      const response = await post(token, { jsonrpc: '2.0', id: 0, method: 'initialize', params: handshake });
      await response.text();
      return { 'Mcp-Session-Id': response.headers.get('Mcp-Session-Id') ?? '' };
    };
    const [first, second] = [await session(), await session()];
    expect(first['Mcp-Session-Id']).not.toBe(second['Mcp-Session-Id']);
    const ask = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask_noek', arguments: { message: 'Tell me.' } },
    };
    const asked = [await post(token, ask, first), await post(token, ask, second)];
    for (const n of [0, 1]) (await llm.call(n)).text('The sea');
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    expect((await post(token, cancelled, first)).status).toBe(202);
    expect(await asked[0]?.text()).toContain('This call was cancelled.');
    const { messages: m } = db.tables;
    const statuses = async () =>
      (await db.orm.select({ status: m.status }).from(m).where(eq(m.role, 'assistant')))
        .map(({ status }) => status)
        .sort();
    await vi.waitFor(async () => expect(await statuses()).toEqual(['stopped', 'streaming']));
    for (const call of llm.calls) call.finish();
    expect(await asked[1]?.text()).toContain('The sea');
    expect(await statuses()).toEqual(['complete', 'stopped']);
  });

  test('a cancellation reaches the process that makes the call', async () => {
    const db = await open();
    const [here, there] = [createRunningCalls(db), createRunningCalls(db)];
    const [called, other] = [here.begin(keyOfCall('t', 's', 1)), here.begin(keyOfCall('t', 's', '1'))];
    there.cancel(keyOfCall('t', 's', 1));
    await vi.waitFor(() => expect(called.cancelled.aborted).toBe(true));
    expect(other.cancelled.aborted).toBe(false);
    called.end();
    other.end();
  });

  test('without a valid token it says where tokens come from; cookies count for nothing', async () => {
    const { post, signedIn, ada, origin, url, ctx } = await start();
    const { cookies } = await signedIn(ada.id);
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const metadata = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    for (const response of [await post(null, list), await post(null, list, { Cookie }), await fetch(url)]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe(`Bearer ${metadata}`);
    }
    const expired = await tokenOf(ctx, ada.id, { expiresAt: new Date(ctx.now().getTime() + 60_000).toISOString() });
    ctx.clock.advance(60_000);
    for (const token of ['noek_x', '', expired]) {
      const response = await post(token, list, { Cookie });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    const [suspended, deleted] = [await insertPerson(ctx), await insertPerson(ctx)];
    const gone = [await tokenOf(ctx, suspended.id), await tokenOf(ctx, deleted.id)];
    for (const token of gone) expect((await post(token, list)).status).toBe(200);
    const administrator = await insertPerson(ctx, { accessLevel: 'admin' });
    await suspendUser(await signedInAs(ctx, administrator.id), { id: suspended.id, reason: 'A test' });
    await deleteAccount(await signedInAs(ctx, deleted.id));
    for (const token of gone) expect((await post(token, list)).status).toBe(401);
  });

  test('a call that needs a wider scope is a 403 that names it, in both protocols', async () => {
    const { post, ada, ctx, origin } = await start();
    const token = await tokenOf(ctx, ada.id, { scopes: ['read'] });
    for (const [name, scope] of [
      ['ask_noek', 'chat'],
      ['save_memory', 'all'],
    ] as const) {
      const { body, headers } = modernCall(name, {});
      const legacy = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
      for (const response of [await post(token, body, headers), await post(token, legacy)]) {
        expect(response.status).toBe(403);
        const challenge = response.headers.get('WWW-Authenticate');
        for (const part of [
          'error="insufficient_scope"',
          `scope="${scope}"`,
          `resource_metadata="${origin}/.well-known/`,
        ])
          expect(challenge).toContain(part);
        expect(await response.json()).toMatchObject({
          error_description: `This token may not call ${name}. It needs the scope ${scope}.`,
        });
      }
    }
  });

  test('says what the resource is, on the chat host alone', async () => {
    const { origin, caller } = await start();
    const documentAt = async (path: string) =>
      (await fetch(`${origin}/.well-known/oauth-protected-resource${path}`)).json();
    const common = {
      authorization_servers: [origin],
      scopes_supported: ['read', 'chat', 'all'],
      bearer_methods_supported: ['header'],
      resource_name: 'Noek',
    };
    expect(await documentAt('/mcp')).toEqual({ resource: `${origin}/mcp`, ...common });
    expect(await documentAt('')).toEqual({ resource: origin, ...common });
    for (const host of ['auth.noek.localhost:5000', 'noek.localhost:5000'])
      for (const path of ['/mcp', '/.well-known/oauth-protected-resource/mcp'])
        expect([host, path, (await caller(host).call(path)).status]).toEqual([host, path, 404]);
  });

  test('refuses pages of other sites, also with a valid token', async () => {
    const { post, ada, ctx, url } = await start();
    const token = await tokenOf(ctx, ada.id);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign) expect((await post(token, list, headers)).status).toBe(403);
    const headers = { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' };
    expect((await fetch(url, { headers })).status).toBe(403);
    expect((await post(token, list, { Origin: ctx.config.origins.chat })).status).toBe(200);
  });

  test('answers malformed messages with the codes of the protocol', async () => {
    const { post, ada, ctx, url } = await start();
    const token = await tokenOf(ctx, ada.id);
    const { body, headers } = modernCall('list_memories', {});
    const refusal = async (sent: Promise<Response>) => {
      const response = await sent;
      const { error } = (await response.json()) as { error?: { code: number } };
      return [response.status, error?.code];
    };
    const codes: [number, number, unknown, Record<string, string>?][] = [
      [400, -32700, '{'],
      [400, -32700, ''],
      [400, -32700, '['.repeat(100_000)],
      [400, -32600, [body, body]],
      [400, -32600, 'null'],
      [400, -32600, '5'],
      [400, -32600, { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
      [400, -32020, body, { ...headers, 'Mcp-Method': 'tools/list' }],
      [400, -32020, body, { ...headers, 'Mcp-Name': 'ask_noek' }],
      [400, -32020, body, { ...headers, 'MCP-Protocol-Version': '2025-11-25' }],
      [404, -32601, ...unknownMethod('prompts/list')],
      [404, -32601, ...unknownMethod('subscriptions/listen')],
      [415, -32000, '{}', { 'Content-Type': 'text/plain' }],
    ];
    for (const [status, code, sent, given] of codes)
      expect([JSON.stringify(sent).slice(0, 80), await refusal(post(token, sent, given))]).toEqual([
        JSON.stringify(sent).slice(0, 80),
        [status, code],
      ]);
    const version = structuredClone(body);
    version.params._meta['io.modelcontextprotocol/protocolVersion'] = '2030-01-01';
    expect(await refusal(post(token, version, { ...headers, 'MCP-Protocol-Version': '2030-01-01' }))).toEqual([
      400, -32022,
    ]);
    for (const name of ['nothing', 'toString', '__proto__', 'constructor', '']) {
      const unknown = modernCall(name, {});
      const response = await post(token, unknown.body, unknown.headers);
      expect([name, ((await response.json()) as { error: { code: number } }).error.code]).toEqual([name, -32602]);
    }
    expect((await post(token, JSON.stringify('x'.repeat(300_000)))).status).toBe(413);
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
      expect((await fetch(url, { method, headers: { Authorization: `Bearer ${token}` } })).status).toBe(405);
    expect((await post(token, body, headers)).status).toBe(200);
  });

  test.each([
    ['application/json', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html, */*;q=0.8', 'application/json'],
    ['', 'application/json'],
    ['application/json, text/event-stream', null],
  ])('a caller who accepts "%s" gets what it can read, also after a slash', async (accept, type) => {
    const { ada, ctx, origin, llm } = await start();
    const token = await tokenOf(ctx, ada.id, { scopes: ['chat'] });
    const asked = modernCall('ask_noek', { message: 'What is 6 * 7?' });
    const legacy = (method: string, params: object) => ({
      body: { jsonrpc: '2.0', id: 3, method, params },
      headers: {},
    });
    const calls = [
      legacy('tools/list', {}),
      legacy('tools/call', { name: 'ask_noek', arguments: { message: 'Hi' }, _meta: { progressToken: 1 } }),
      asked,
      modernCall('list_memories', {}),
    ];
    for (const path of ['/mcp', '/mcp/'])
      for (const { body, headers } of calls) {
        const response = await fetch(new URL(path, origin), {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Accept: accept },
          body: JSON.stringify(body),
        });
        expect(response.status).toBe(200);
        if (type === null) {
          await response.text();
          continue;
        }
        expect(response.headers.get('content-type')).toMatch(type);
        expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: body.id, result: expect.any(Object) });
      }
    expect(llm.calls.length).toBe(4);
  });

  test('a caller who takes JSON alone and leaves stops the answer', async () => {
    const { ada, ctx, url, llm } = await start(createScriptedLlm());
    const token = await tokenOf(ctx, ada.id, { scopes: ['chat'] });
    const { body, headers } = modernCall('ask_noek', { message: 'Tell me.' });
    const leaving = new AbortController();
    const asked = fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, Accept: '*/*' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    const call = await llm.call(0);
    leaving.abort();
    expect(await asked).toBe('AbortError');
    await expect.poll(() => call.request.signal.aborted).toBe(true);
  });

  test('arguments that no tool expects are refused as errors of the call, and reach nothing', {
    timeout: 120_000,
  }, async () => {
    const logged: string[] = [];
    const log = createLog('trace', { write: (line) => void logged.push(line) });
    const { post, ada, ctx } = await start(answering(), { log });
    const token = await tokenOf(ctx, ada.id, { scopes: ['all'] });
    const wrong: unknown[] = [
      ...[null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', ' ', '0', 'NaN', '\u0000', 'a\u0000b', '\ud800', '\u202e', '"'],
      ...["' or 1=1 --", '../../etc/passwd', '%00', '{{7*7}}', 'x'.repeat(40_000), [], [null], [[]], {}, { $ne: null }],
      ...[{ toString: 'x' }, { length: 3 }, JSON.parse('{"__proto__":{"admin":true}}'), nested(5_000)],
    ];
    const good: Record<string, Record<string, unknown>> = {
      ask_noek: { message: 'Hi', conversationId: null, webSearch: false },
      search_conversations: { query: 'x', limit: 3, cursor: '0' },
      read_conversation: { id: 1, cursor: '0' },
      list_memories: { query: 'x', cursor: '0' },
      search_knowledge: { query: 'x' },
      save_memory: { content: 'x', title: 'x', category: 'x' },
    };
    for (const [name, args] of Object.entries(good)) {
      const variants = [
        ...wrong,
        ...Object.keys(args).flatMap((field) => wrong.map((value) => ({ ...args, [field]: value }))),
        { ...args, more: 1 },
      ];
      for (const given of variants) {
        const { body, headers } = modernCall(name, given);
        const response = await post(token, body, headers);
        const text = await response.text();
        expect([name, JSON.stringify(given).slice(0, 100), response.status < 500]).toEqual([
          name,
          JSON.stringify(given).slice(0, 100),
          true,
        ]);
        expect(text).not.toMatch(/Something went wrong|-32603|sqlite|postgres|drizzle|ZodError/i);
      }
      const extra = modernCall(name, { ...args, more: 1 });
      expect(await (await post(token, extra.body, extra.headers)).text()).toContain('"isError":true');
    }
    // Levels 50 and 60 are errors.
    expect(logged.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect(logged.join('\n')).not.toContain('noek_');
  });

  test('leaves neither tokens nor messages in the log and counts requests like others', async () => {
    const logged: string[] = [];
    const log = createLog('trace', { write: (line) => void logged.push(line) });
    const { client, ada, db, caller } = await start(answering(), { log });
    const by = await client(ada.id, 'chat');
    await by.callTool({ name: 'ask_noek', arguments: { message: 'My secret question' } });
    vi.spyOn(db.orm, 'select').mockImplementation(() => {
      throw new Error('the database is away');
    });
    const result = await by.callTool({ name: 'read_conversation', arguments: { id: 5 } });
    vi.restoreAllMocks();
    expect([result.isError, textOf(result)]).toEqual([true, 'Something went wrong on our side. Please try again.']);
    const all = logged.join('\n');
    expect(all).toContain('the database is away');
    for (const secret of ['noek_', 'secret question', 'Lisbon']) expect(all).not.toContain(secret);
    const numbers = await (await caller().call('/metrics')).text();
    expect(numbers).toMatch(
      /^noek_http_request_duration_seconds_count\{method="POST",route="\/mcp",status="200"\} \d+$/m,
    );
  });

  test('closing the connection without a word stops the answer', async () => {
    const { post, ada, ctx, llm, statusOf } = await start(createScriptedLlm());
    const token = await tokenOf(ctx, ada.id);
    const { body, headers } = modernCall('ask_noek', { message: 'Tell me.' });
    const response = await post(token, body, headers);
    (await llm.call(0)).text('The sea');
    await vi.waitFor(async () => expect(await statusOf()).toBe('streaming'));
    await response.body?.cancel();
    await vi.waitFor(async () => expect(await statusOf()).toBe('stopped'));
  });

  test('a client that negotiates the protocol uses the new one', async () => {
    const { ada, ctx, url } = await start();
    const token = await tokenOf(ctx, ada.id);
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
    );
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(client.getServerVersion()).toMatchObject({ name: 'noek' });
    await client.close();
  });
});

const unknownMethod = (method: string): [unknown, Record<string, string>] => {
  const { body, headers } = modernCall('x', {});
  const { 'Mcp-Name': _, ...rest } = headers;
  const { _meta } = body.params;
  return [
    { ...body, method, params: { _meta, notifications: {} } },
    { ...rest, 'Mcp-Method': method },
  ];
};

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
