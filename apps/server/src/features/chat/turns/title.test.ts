import type { Conversation } from '@noek/contract/chat/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { changeAnswerSettings } from '../conversations/change-answer-settings.ts';
import { createConversation } from '../conversations/create-conversation.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation, toConversation } from '../records/chat.queries.ts';
import { requireOwner } from '../records/owner.ts';
import { isProvisional, titleFrom, titleFromAnswer } from './title.ts';

test.each([
  ['Why is the sky blue?', 'Why is the sky blue?'],
  ['\n\n## Plan my **week**\nMonday …', 'Plan my week'],
  ['```\nconst a = 1\n```', 'const a = 1'],
  ['   ', 'New Chat'],
  ['!!!\n???', 'New Chat'],
  [
    'Write a very long and friendly letter to the people who live next door about the fence',
    'Write a very long and friendly letter to the people who…',
  ],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
])('the title of %j', (content, title) => {
  expect(titleFrom(content)).toBe(title);
});

test('a title is never cut inside a character', () => {
  expect(titleFrom(`a${'😀'.repeat(100)}`)).toBe(`a${'😀'.repeat(58)}…`);
});

test.each(['New Chat', 'Hi', 'hello there!', 'Good morning', 'Test', 'hey noek', 'Thanks'])(
  '%j says nothing yet',
  (title) => {
    expect(isProvisional(title)).toBe(true);
  },
);
test.each(['Hi-fi speakers', 'Hello world in C', 'Testing React components', 'Ok Corral'])('%j is a title', (title) => {
  expect(isProvisional(title)).toBe(false);
});

test.each([
  ['Hello! How can I help you today?', null],
  ['# Hello!', null],
  ['## Four weeks of Spanish\n\nWeek one …', 'Four weeks of Spanish'],
  ['Hi!\n\nHello.', null],
  ['', null],
])('an answer %j gives the title %j', (content, title) => {
  expect(titleFromAnswer(content)).toBe(title);
});

/** A query that awaits `meanwhile` once it has read from `table`, before its rows reach the caller. */
const whileRead = <Query extends object>(
  query: Query,
  table: unknown,
  meanwhile: () => Promise<unknown>,
  reads = false,
): Query =>
  new Proxy(query, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (name === 'then' && reads)
          return Promise.resolve(target)
            .then(async (rows) => {
              await meanwhile();
              return rows;
            })
            .then(...(args as [never, never]));
        const result = member.apply(target, args);
        const isQuery = name === 'from' || name === 'where';
        return isQuery ? whileRead(result, table, meanwhile, reads || args[0] === table) : result;
      };
    },
  });

describeOnEngines('the title of a first exchange', (open) => {
  const greet = async (title?: string) => {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('Hello!\n\n## A garden in four weeks\n\nShall we?');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    const { id } = await createConversation(ctx, { title });
    const sent = await sendMessage(ctx, { conversationId: id, content: 'Hi!' });
    await finalMessage(ctx, sent.assistantMessage.id);
    return { before: sent.conversation.title, after: (await findConversation(ctx, id)).title };
  };

  test('comes from the answer when the message was a greeting', async () => {
    expect(await greet()).toEqual({ before: 'Hi!', after: 'A garden in four weeks' });
  });

  test('is not replaced when a person gave it', async () => {
    expect(await greet('Hey')).toEqual({ before: 'Hey', after: 'Hey' });
  });

  test('reaches the open pages as a change that is in order with the others', async () => {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('Hello!\n\n## A garden in four weeks\n\nShall we?');
      call.finish();
    });
    // Web search is turned on while the server reads the conversation.
    let change = async (): Promise<unknown> => null;
    const select = db.orm.select.bind(db.orm);
    vi.spyOn(db.orm, 'select').mockImplementation(((...args: []) =>
      whileRead(select(...args), db.tables.conversations, () => change())) as typeof select);
    const ctx = createChatCtx(db, llm, { actor });
    const { id } = await createConversation(ctx, {});
    const heard: Conversation[] = [];
    ctx.live.listen(requireOwner(ctx), (news) => news.type === 'conversation' && heard.push(news.conversation));
    change = () => {
      change = async () => null;
      return changeAnswerSettings(ctx, { conversationId: id, webSearch: true });
    };
    const sent = await sendMessage(ctx, { conversationId: id, content: 'Hi!' });
    await finalMessage(ctx, sent.assistantMessage.id);
    await ctx.generations.drain(5_000);
    expect(heard.at(-1)).toEqual(toConversation(await findConversation(ctx, id), ctx.now()));
    expect(heard.at(-1)).toMatchObject({ title: 'A garden in four weeks' });
  });
});
