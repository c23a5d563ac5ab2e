import { maxLiveStreams } from '@noek/contract/chat/limits';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { breakListening, describeOnEngines, openAsOtherProcess } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { afterEach, expect, test, vi } from 'vitest';
import type { Ctx } from '../../../context.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { changeAccount } from '../../auth/account/change-account.ts';
import { logout } from '../../auth/session/logout.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { archiveConversation } from '../conversations/archive-conversation.ts';
import { deleteConversation } from '../conversations/conversation-trash.ts';
import { updateConversation } from '../conversations/update-conversation.ts';
import { sendMessage } from '../messages/send-message.ts';
import { requireOwner } from '../records/owner.ts';
import { followLive, maxWaiting } from './follow-live.ts';
import type { Live } from './live.ts';

const patience = { timeout: 10_000 };
type OfType<Type> = Extract<LiveEvent, { type: Type }>;

const left: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of left.splice(0)) await leave();
});

/** A page that listens until the test ends, or until it leaves. */
function openPage(ctx: Ctx) {
  const events: LiveEvent[] = [];
  const closed = new AbortController();
  const over = (async () => {
    for await (const batch of followLive(ctx, closed.signal)) events.push(...batch);
  })().catch((error: Error) => error);
  const leave = () => {
    closed.abort();
    return over;
  };
  left.push(leave);
  const ofType = <Type extends LiveEvent['type']>(type: Type) =>
    events.filter((event): event is OfType<Type> => event.type === type);
  return {
    events,
    over,
    leave,
    ofType,
    hears: <Type extends LiveEvent['type']>(type: Type, times = 1) =>
      vi.waitFor(() => {
        expect(ofType(type).length).toBeGreaterThanOrEqual(times);
        return ofType(type);
      }, patience),
    /** The text of an answer as a page puts it together, which must leave no gap. */
    textOf(messageId: string): string {
      let [text, last] = ['', 0];
      for (const event of events) {
        if (event.type === 'answer' && event.message.id === messageId)
          [text, last] = [event.message.content, event.message.sequence];
        if (event.type !== 'delta' || event.messageId !== messageId) continue;
        expect(event.sequence).toBe(last + 1);
        [text, last] = [text + event.text, event.sequence];
      }
      return text;
    },
  };
}

/** The same person in another process. */
const otherProcess = (ctx: Ctx) => createChatCtx(ctx.db, createScriptedLlm(), { actor: ctx.actor });

/** Counts the listeners. */
function counted(live: Live): Live & { listening: number } {
  const counting = {
    ...live,
    listening: 0,
    listen(...args: Parameters<Live['listen']>) {
      counting.listening += 1;
      const leave = live.listen(...args);
      return () => {
        counting.listening -= 1;
        leave();
      };
    },
  };
  return counting;
}

describeOnEngines('the 21st live stream of a person', (open) => {
  test('ends the oldest with a final event, and no stream of another person', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(), { actor: await userActor(db) });
    const other = openPage(ctx.as(await userActor(db)));
    await other.hears('hello');
    const pages = [];
    for (let n = 0; n < maxLiveStreams + 2; n++) {
      const page = openPage(ctx);
      await page.hears('hello');
      pages.push(page);
    }
    for (const page of pages.slice(0, 2)) {
      expect(await page.over).toBeUndefined();
      expect(page.events.at(-1)).toEqual({ type: 'replaced', retryAfterMs: 60_000 });
    }
    await pages[2]?.leave();
    const next = openPage(ctx);
    await next.hears('hello');
    await sendMessage(ctx, { conversationId: null, content: 'Hello' });
    for (const page of [...pages.slice(3), next]) await page.hears('conversation');
    expect(other.ofType('replaced')).toEqual([]);
  });
});

describeOnEngines('followLive', (open, engine) => {
  const begin = async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const { id } = await insertConversation(db, { userId: actor.user.id });
    return { db, llm, ctx, conversationId: id };
  };

  test('sends hello, then what happens in the chats of the owner alone', async () => {
    const { db, ctx, conversationId } = await begin();
    const mine = openPage(ctx);
    const stranger = openPage(ctx.as(await userActor(db)));
    await mine.hears('hello');
    await stranger.hears('hello');
    await updateConversation(ctx, { conversationId, title: 'A better name' });
    await archiveConversation(ctx, { conversationId, archived: true });
    await deleteConversation(ctx, { conversationId });
    await mine.hears('gone');
    expect(mine.events).toMatchObject([
      { type: 'hello' },
      { type: 'conversation', conversation: { id: conversationId, title: 'A better name', archived: false } },
      { type: 'conversation', conversation: { id: conversationId, archived: true } },
      { type: 'gone', conversationId },
    ]);
    expect(stranger.events).toEqual([{ type: 'hello' }]);
  });

  test('an answer that starts later is followed from its first text to its end', async () => {
    const { ctx, llm, conversationId } = await begin();
    const page = openPage(ctx);
    await page.hears('hello');
    const { userMessage, assistantMessage } = await sendMessage(ctx, { conversationId, content: 'Tell me' });
    const call = await llm.call(0);
    call.text('The sea ');
    await page.hears('delta');
    call.text('is deep.');
    call.finish();
    const [done] = await page.hears('done');
    expect(page.ofType('messages')).toMatchObject([
      { conversationId, messages: [{ id: userMessage.id }, { id: assistantMessage.id, status: 'streaming' }] },
    ]);
    expect(page.textOf(assistantMessage.id)).toBe('The sea is deep.');
    expect(done).toMatchObject({
      message: { id: assistantMessage.id, status: 'complete', content: 'The sea is deep.' },
    });
    expect(page.ofType('answer')).toEqual([]);
  });

  test('answers that run already come with their text so far', async () => {
    const { ctx, llm, conversationId } = await begin();
    const ids: string[] = [];
    for (const [at, content] of ['One', 'Two'].entries()) {
      const sent = await sendMessage(ctx, { conversationId: at ? null : conversationId, content });
      ids.push(sent.assistantMessage.id);
      (await llm.call(at)).text(`${content}, so far`);
    }
    const page = openPage(ctx);
    expect((await page.hears('answer', 2)).map(({ message }) => message.id).sort()).toEqual([...ids].sort());
    for (const call of llm.calls) {
      call.text(' and on.');
      call.finish();
    }
    await page.hears('done', 2);
    expect(ids.map((id) => page.textOf(id))).toEqual(['One, so far and on.', 'Two, so far and on.']);
  });

  test('an answer that another process makes is followed through its log', async () => {
    const { db, ctx, llm, conversationId } = await begin();
    const sent = await sendMessage(ctx, { conversationId, content: 'Tell me' });
    const call = await llm.call(0);
    const page = openPage(createChatCtx(db, createScriptedLlm(), { actor: ctx.actor }));
    const [answer] = await page.hears('answer');
    expect(answer).toMatchObject({ message: { id: sent.assistantMessage.id, status: 'streaming' } });
    for (const [at, word] of ['far ', 'away ', 'still '].entries()) {
      call.text(word);
      await page.hears('delta', at + 1);
    }
    call.finish();
    expect(await page.hears('done')).toMatchObject([{ message: { content: 'far away still ', status: 'complete' } }]);
    expect(page.textOf(sent.assistantMessage.id)).toBe('far away still ');
  });

  test('a guest without an identity is refused', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm());
    expect(await openPage(ctx).over).toMatchObject({ code: 'UNAUTHORIZED' });
    const known = openPage(ctx.as(await guestActor(db)));
    await known.hears('hello');
  });

  test('ends with the session, with the process and with the reader, and leaves no listener behind', async () => {
    const { db, llm } = await begin();
    const base = createChatCtx(db, llm);
    const live = counted(base.live);
    const ctx = createChatCtx(db, llm, { live });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const { assistantMessage } = await sendMessage(me, { conversationId: null, content: 'Tell me' });
    const other = ctx.as({ ...me.actor, sessionId: 'another' } as Ctx['actor']);
    expect(await openPage(other).over).toMatchObject({ code: 'UNAUTHORIZED' });

    const gone = openPage(me);
    await gone.hears('answer');
    expect(live.listening).toBe(1);
    expect(await gone.leave()).toMatchObject({ name: 'AbortError' });
    expect(live.listening).toBe(0);

    const signedOut = openPage(me);
    await signedOut.hears('answer');
    await logout(me);
    expect(await signedOut.over).toMatchObject({ code: 'UNAUTHORIZED', message: 'You were signed out.' });

    const guest = openPage(ctx.as(await guestActor(db)));
    await guest.hears('hello');
    expect(live.listening).toBe(1);
    await ctx.generations.drain(0);
    expect(await guest.over).toMatchObject({ name: 'AbortError' });
    expect(live.listening).toBe(0);
    const heard = guest.events.length + gone.events.length + signedOut.events.length;
    live.publish(requireOwner(me), { type: 'stale', conversationId: assistantMessage.conversationId });
    expect(guest.events.length + gone.events.length + signedOut.events.length).toBe(heard);
  });

  test('the queue of a slow reader is bounded, and the stream starts again when it reads', async () => {
    const { db, ctx: base, llm, conversationId } = await begin();
    const live = counted(base.live);
    const ctx = createChatCtx(db, llm, { actor: base.actor, live });
    const owner = requireOwner(ctx);
    const { assistantMessage } = await sendMessage(ctx, { conversationId, content: 'Tell me' });
    const call = await llm.call(0);
    const closed = new AbortController();
    const reader = followLive(ctx, closed.signal);
    expect((await reader.next()).value).toEqual([{ type: 'hello' }]);
    expect((await reader.next()).value).toMatchObject([{ type: 'answer' }]);
    for (let i = 0; i <= maxWaiting; i++) live.publish(owner, { type: 'stale', conversationId });
    expect(live.listening).toBe(0);
    call.text('Meanwhile');
    await vi.waitFor(() =>
      expect(ctx.generations.current({ id: assistantMessage.id })).toMatchObject({ content: 'Meanwhile' }),
    );
    expect((await reader.next()).value).toEqual([{ type: 'hello' }]);
    expect((await reader.next()).value).toMatchObject([{ type: 'answer', message: { content: 'Meanwhile' } }]);
    expect(live.listening).toBe(1);
    closed.abort();
    await expect(reader.next()).rejects.toMatchObject({ name: 'AbortError' });
    call.finish();
    await finalMessage(ctx, assistantMessage.id);
  });

  test('a change of the account reaches every open page of the person, in every process, and no other page', async () => {
    const { db, ctx } = await begin();
    const stranger = openPage(ctx.as(await userActor(db)));
    const pages = [openPage(ctx), openPage(engine === 'postgres' ? otherProcess(ctx) : ctx)];
    for (const page of [stranger, ...pages]) await page.hears('hello');
    await changeAccount(ctx, { memoryEnabled: false });
    for (const page of pages)
      expect(await page.hears('account')).toMatchObject([
        { user: { email: requireUser(ctx).user.email, memoryEnabled: false } },
      ]);
    await changeAccount(ctx, { allowModelTraining: false });
    for (const page of pages)
      expect((await page.hears('account', 2))[1]?.user).toMatchObject({ allowModelTraining: false });
    await changeAccount(ctx, { name: 'Mira Lindqvist' });
    for (const page of pages)
      expect((await page.hears('account', 3))[2]?.user).toMatchObject({ name: 'Mira Lindqvist' });
    expect(stranger.events).toEqual([{ type: 'hello' }]);
  });

  if (engine === 'sqlite')
    test('running answers are found through the few generations, never by reading all messages', async () => {
      const db = await open();
      const ctx = createChatCtx(db, createScriptedLlm(), { actor: await guestActor(db) });
      const closed = new AbortController();
      const reader = followLive(ctx, closed.signal);
      await reader.next();
      const plans = await queryPlans(db, async () => {
        const next = reader.next();
        closed.abort();
        await expect(next).rejects.toMatchObject({ name: 'AbortError' });
      });
      expect(plans).toEqual([
        'SCAN generations',
        'SEARCH messages USING INDEX sqlite_autoindex_messages_1 (id=?)',
        'SEARCH conversations USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
    });

  if (engine === 'postgres')
    test('a page whose process got no notifications for a while starts again with hello, and misses no text of an answer', async () => {
      const { db, ctx, llm, conversationId } = await begin();
      const elsewhere = await openAsOtherProcess(db);
      const page = openPage(createChatCtx(elsewhere, createScriptedLlm(), { actor: ctx.actor }));
      await page.hears('hello');
      const { assistantMessage } = await sendMessage(ctx, { conversationId, content: 'Tell me' });
      const call = await llm.call(0);
      call.text('The sea ');
      // As an event of its own, or with the answer as it is read after the notification.
      await vi.waitFor(() => expect(page.textOf(assistantMessage.id)).toBe('The sea '), patience);

      expect(await breakListening(db)).toBe(2);
      await updateConversation(ctx, { conversationId, title: 'Nobody hears this' });
      const { id: other } = await insertConversation(db, { userId: requireUser(ctx).user.id });
      const missed = await sendMessage(ctx, { conversationId: other, content: 'And this?' });
      call.text('is deep.');
      await page.hears('hello', 2);
      expect(page.ofType('conversation').map(({ conversation }) => conversation.title)).not.toContain(
        'Nobody hears this',
      );
      await vi.waitFor(
        () => expect(page.ofType('answer').map(({ message }) => message.id)).toContain(missed.assistantMessage.id),
        patience,
      );
      await vi.waitFor(() => expect(page.textOf(assistantMessage.id)).toBe('The sea is deep.'), patience);

      call.finish();
      (await llm.call(1)).text('Yes.');
      (await llm.call(1)).finish();
      await page.hears('done', 2);
      expect(page.textOf(assistantMessage.id)).toBe('The sea is deep.');
      expect(page.ofType('done')).toContainEqual({
        type: 'done',
        message: expect.objectContaining({ id: missed.assistantMessage.id, content: 'Yes.' }),
      });
      await archiveConversation(ctx, { conversationId, archived: true });
      await vi.waitFor(() =>
        expect(page.ofType('conversation').at(-1)).toMatchObject({ conversation: { archived: true } }),
      );
    });

  if (engine === 'postgres')
    test('what happens in another process is read from the database', async () => {
      const { db, ctx, llm, conversationId } = await begin();
      const elsewhere = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor });
      const [here, there] = [openPage(ctx), openPage(elsewhere)];
      await here.hears('hello');
      await there.hears('hello');
      await updateConversation(ctx, { conversationId, title: 'A better name' });
      expect(await there.hears('conversation')).toMatchObject([{ conversation: { title: 'A better name' } }]);
      expect(await there.hears('stale')).toMatchObject([{ conversationId }]);

      const { assistantMessage } = await sendMessage(ctx, { conversationId, content: 'Tell me' });
      const call = await llm.call(0);
      expect(await there.hears('answer')).toMatchObject([{ message: { id: assistantMessage.id } }]);
      call.text('The sea is deep.');
      call.finish();
      for (const page of [here, there]) {
        expect(await page.hears('done')).toMatchObject([{ message: { content: 'The sea is deep.' } }]);
        expect(page.textOf(assistantMessage.id)).toMatch(/^(The sea is deep\.)?$/);
      }
      await deleteConversation(ctx, { conversationId });
      expect(await there.hears('gone')).toMatchObject([{ conversationId }]);
      expect(here.ofType('stale')).toEqual([]);
    });
});
