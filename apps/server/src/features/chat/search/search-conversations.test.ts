import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertGuest, insertMessages } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { chatOfAccount } from '../chat-of-account.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findByTerms, searchedLength } from './search.queries.ts';
import { searchConversations } from './search-conversations.ts';
import { createSqliteFinder } from './sqlite-finder.ts';

describeOnEngines('searchConversations', (open) => {
  async function setUp() {
    const db = await open();
    const ctx = createTestCtx({ db });
    const actor = await userActor(db);
    const me = ctx.as(actor);
    const chat = async (title: string, messages: string[], given: { archived?: boolean; userId?: string } = {}) => {
      const { id } = await insertConversation(db, { userId: actor.user.id, title, ...given });
      return { id, messages: await insertMessages(db, id, messages) };
    };
    return { db, ctx, me, userId: actor.user.id, chat };
  }

  const search = (ctx: TestCtx, q: string, limit = 30) => searchConversations(ctx, { q, limit });
  const snippets = async (ctx: TestCtx, q: string) => (await search(ctx, q)).map(({ snippet }) => snippet);

  test('within a conversation, only its messages are found, and none of another person', async () => {
    const { db, ctx, me, chat } = await setUp();
    const named = await chat('Walnut', ['a walnut', 'nothing', 'the walnuts', 'クルミ walnut']);
    await chat('Other', ['another walnut']);
    const found = async (as: TestCtx, q: string, conversationId: number) =>
      (await searchConversations(as, { q, limit: 30, conversationId })).map(({ messageId }) => messageId);
    const [first, , third, fourth] = named.messages.map(({ id }) => id);
    expect(await found(me, 'walnut', named.id)).toEqual([fourth, third, first]);
    expect(await found(me, '"walnut"', named.id)).toEqual([fourth, first]);
    expect(await found(me, 'クルミ', named.id)).toEqual([fourth]);
    expect(await found(me, 'walnut', 5)).toEqual([]);
    expect(await found(ctx.as(await userActor(db)), 'walnut', named.id)).toEqual([]);
  });

  test('only the searched part of a very long text is read', async () => {
    const { db, me, userId, chat } = await setUp();
    await chat('Long', [`walnut ${'word '.repeat(100_000)}`]);
    const terms = [{ words: ['walnut'], prefix: false }];
    const asked = { kind: 'message' as const, userId, limit: 5 };
    const found = db.engine === 'sqlite' ? createSqliteFinder(db, userId, terms)(asked) : findByTerms(db, asked, terms);
    const [row] = await found;
    expect(row?.content).toHaveLength(searchedLength);
    expect((await search(me, 'waln'))[0]).toMatchObject({ marks: [[0, 6]] });
  });

  test('an unfinished word is found behind many long texts that only share its prefix', async () => {
    const { me, chat } = await setUp();
    await chat('Nuts', ['walnut']);
    await chat(
      'Walls',
      Array.from({ length: 40 }, (_, n) => `wall${n} ${'word '.repeat(13_000)}`),
    );
    expect(await snippets(me, 'waln')).toEqual(['walnut']);
  });

  test('finds a message that contains all words, in any order and case, and marks them', async () => {
    const { me, chat } = await setUp();
    const { id, messages } = await chat('A trip', ['Is the harbour LIT by a lantern?', 'The harbour is dark.']);
    expect(await search(me, 'lantern harbour')).toEqual([
      {
        conversationId: id,
        messageId: messages[0]?.id,
        title: 'A trip',
        snippet: 'Is the harbour LIT by a lantern?',
        marks: [
          [7, 7],
          [24, 7],
        ],
        role: 'user',
        archived: false,
        createdAt: messages[0]?.createdAt.toISOString(),
      },
    ]);
    expect(await search(me, 'lantern quay')).toEqual([]);
  });

  test('finds a quoted phrase only as written, and an unfinished last word', async () => {
    const { me, chat } = await setUp();
    await chat('A', ['the old lighthouse keeper', 'a keeper of the old lighthouse']);
    expect(await snippets(me, '"lighthouse keeper"')).toEqual(['the old lighthouse keeper']);
    expect(await snippets(me, '“old lighthouse keeper”')).toEqual(['the old lighthouse keeper']);
    expect(await snippets(me, '"old lighthouse kee')).toEqual(['the old lighthouse keeper']);
    expect(await snippets(me, '"old lighthouse kee"')).toEqual([]);
    for (const unfinished of ['li', 'lig', 'ligh', 'lighthou', 'keeper lighth'])
      expect(await snippets(me, unfinished)).toHaveLength(2);
    expect(await snippets(me, 'lighth keeper')).toEqual([]);
    expect(await snippets(me, 'lightning')).toEqual([]);
    expect(await snippets(me, 'l')).toEqual([]);
    expect(await snippets(me, 'a')).toEqual(['a keeper of the old lighthouse']);
  });

  test('ignores diacritics and punctuation between words', async () => {
    const { me, chat } = await setUp();
    await chat('A', ['Ein Café in Ljubljana: naïve, well-known, file_name.txt', 'Москва и Ёлка, ΣΊΣΥΦΟΣ']);
    for (const q of [
      'cafe',
      'CAFÉ',
      'cafe\u0301',
      'naive',
      'well known',
      'well-known',
      'known',
      'file',
      'txt',
      'name.txt',
    ])
      expect(await snippets(me, q), q).toHaveLength(1);
    expect(await snippets(me, 'москва')).toHaveLength(1);
    expect(await snippets(me, 'МОСК')).toHaveLength(1);
    expect(await snippets(me, 'known-well')).toEqual([]);
  });

  test('searches for substrings in scripts without spaces, and for symbols', async () => {
    const { me, chat } = await setUp();
    await chat('東京の旅', ['東京タワーに行きたいです。', 'A party 🎉 at 100% of "it"', 'Ask about 100 of it']);
    expect(await snippets(me, 'タワー')).toEqual(['東京タワーに行きたいです。']);
    expect(await snippets(me, '東京 行き')).toEqual(['東京タワーに行きたいです。']);
    expect(await snippets(me, '大阪')).toEqual([]);
    expect(await snippets(me, '🎉')).toEqual(['A party 🎉 at 100% of "it"']);
    expect(await snippets(me, '%')).toEqual(['A party 🎉 at 100% of "it"']);
    expect((await search(me, 'の旅')).map(({ title, messageId }) => [title, messageId])).toEqual([['東京の旅', null]]);
  });

  test('finds a conversation by its title when none of its messages has the words', async () => {
    const { db, me, chat } = await setUp();
    const named = await chat('Bread without yeast', ['How long?', 'Two days.']);
    const both = await chat('Bread', ['I like bread', 'So do I']);
    const hits = await search(me, 'bread');
    expect(hits.map(({ conversationId, messageId }) => [conversationId, messageId])).toEqual([
      [named.id, null],
      [both.id, both.messages[0]?.id],
    ]);
    expect(hits[0]).toMatchObject({
      title: 'Bread without yeast',
      snippet: 'Bread without yeast',
      marks: [[0, 5]],
      role: null,
    });
    const { conversations } = db.tables;
    await db.write((orm) =>
      orm.update(conversations).set({ title: 'Sourdough' }).where(eq(conversations.id, named.id)),
    );
    expect((await search(me, 'yeast')).length).toBe(0);
    expect((await search(me, 'sourd'))[0]?.conversationId).toBe(named.id);
  });

  test('lists the newest messages first, and no more than asked for', async () => {
    const { me, chat } = await setUp();
    for (let i = 0; i < 5; i++) await chat(`Chat ${i}`, [`walnut number ${i}`]);
    expect(await snippets(me, 'walnut')).toEqual([4, 3, 2, 1, 0].map((i) => `walnut number ${i}`));
    expect((await search(me, 'walnut', 2)).map(({ snippet }) => snippet)).toEqual([
      'walnut number 4',
      'walnut number 3',
    ]);
  });

  test('finds an unfinished word among many with the same prefix', async () => {
    const { me, chat } = await setUp();
    await chat('Old', ['the contrabass is tuned']);
    await chat(
      'Many',
      Array.from({ length: 250 }, (_, i) => `a contract of the ${i}th kind`),
    );
    expect(await snippets(me, 'contrab')).toEqual(['the contrabass is tuned']);
    expect(await snippets(me, 'contra')).toHaveLength(30);
  });

  test('finds every kind of unfinished word, also among many completions and many other texts', async () => {
    const { me, chat } = await setUp();
    const numbered = (beginning: string) => Array.from({ length: 300 }, (_, i) => `${beginning}${i} of a kind`);
    await chat('Old', ['the contrabass is tuned', 'контрабас', 'κοντραμπάσο']);
    await chat('Many', [...numbered('contract'), ...numbered('контракт'), ...numbered('κοντράκτ')]);
    expect(await snippets(me, 'contrab')).toEqual(['the contrabass is tuned']);
    expect(await snippets(me, 'контраб')).toEqual(['контрабас']);
    expect(await snippets(me, 'κοντραμ')).toEqual(['κοντραμπάσο']);
    // This word has more completions than the first limit, and "contra" more than the second.
    expect(await snippets(me, 'contract10')).toHaveLength(11);
    expect(await snippets(me, '"tuned contra"')).toEqual([]);
    const newest = (beginning: string) => numbered(beginning).slice(-30).reverse();
    for (const q of ['contra', 'of kind contr']) expect(await snippets(me, q)).toEqual(newest('contract'));
    expect(await snippets(me, 'контра')).toEqual(newest('контракт'));
    expect(await snippets(me, 'the contra')).toEqual(['the contrabass is tuned']);
  });

  test('a search in one conversation finds what many newer messages elsewhere also have', async () => {
    const { db, me, chat } = await setUp();
    const old = await chat('Old', ['a walnut', 'a nut', 'the walnuts']);
    await chat(
      'New',
      Array.from({ length: 700 }, (_, i) => `walnut ${i}`),
    );
    const found = await searchConversations(me, { q: 'walnut', limit: 30, conversationId: old.id });
    expect(found.map(({ snippet }) => snippet)).toEqual(['the walnuts', 'a walnut']);
    const { conversations } = db.tables;
    await db.write((orm) =>
      orm.update(conversations).set({ deletedAt: new Date() }).where(eq(conversations.title, 'New')),
    );
    expect(await snippets(me, '"walnut"')).toEqual(['a walnut']);
  });

  test('finds nothing of other people, and searches the archive but not the trash', async () => {
    const { db, ctx, me, chat } = await setUp();
    const other = await userActor(db);
    await chat('Theirs', ['a secret walnut'], { userId: other.user.id });
    const archived = await chat('Kept', ['an archived walnut'], { archived: true });
    const deleted = await chat('Walnut', ['a deleted walnut']);
    const { conversations } = db.tables;
    const setDeleted = (deletedAt: Date | null) =>
      db.write((orm) => orm.update(conversations).set({ deletedAt }).where(eq(conversations.id, deleted.id)));
    await setDeleted(new Date());
    const hits = await search(me, 'walnut');
    expect(hits.map(({ conversationId, archived: kept }) => [conversationId, kept])).toEqual([[archived.id, true]]);
    await setDeleted(null);
    expect(await snippets(me, 'walnut')).toHaveLength(2);
    expect(await snippets(ctx.as(other), 'walnut')).toEqual(['a secret walnut']);
    const { id: guestId } = await insertGuest(db);
    for (const id of [guestId, null])
      await expect(search(ctx.as({ kind: 'guest', guestId: id }), 'walnut')).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      });
  });

  test('finds every version of a turn, and nothing that was overwritten or deleted', async () => {
    const { db, me, chat } = await setUp();
    const { id, messages } = await chat('A', ['first walnut', 'first almond']);
    const { messages: m, conversations: c, users } = db.tables;
    const firstId = messages[0]?.id ?? '';
    await db.write((orm) => orm.update(m).set({ active: false }).where(eq(m.conversationId, id)));
    await insertMessages(db, id, [{ content: 'second walnut', role: 'user' }]);
    expect(await snippets(me, 'walnut')).toEqual(['second walnut', 'first walnut']);
    await db.write((orm) => orm.update(m).set({ content: 'first hazelnut' }).where(eq(m.id, firstId)));
    expect(await snippets(me, 'walnut')).toEqual(['second walnut']);
    expect(await snippets(me, 'hazelnut')).toEqual(['first hazelnut']);
    await db.write((orm) => orm.delete(m).where(eq(m.id, firstId)));
    expect(await search(me, 'hazelnut')).toEqual([]);
    await db.write((orm) => orm.delete(c).where(eq(c.id, id)));
    expect(await search(me, 'walnut')).toEqual([]);
    expect(await search(me, 'almond')).toEqual([]);
    await chat('B', ['third walnut']);
    await db.write((orm) => orm.delete(users));
    expect(await search(me, 'walnut')).toEqual([]);
  });

  test('an answer is found when it is final, a question at once, and neither when the send is rolled back', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm);
    const me = ctx.as(await userActor(db));
    const sent = await sendMessage(me, { conversationId: null, content: 'Which walnut?' });
    const call = await llm.call(0);
    call.text('The **hazel');
    expect(await snippets(me, 'walnut')).toEqual(['Which walnut?']);
    expect(await search(me, 'hazelnut')).toEqual([]);
    call.text('nut** one.');
    call.finish();
    await finalMessage(me, sent.assistantMessage.id);
    expect(await snippets(me, 'hazelnut')).toEqual(['The hazelnut one.']);
    const refused = db.atomic((step) => {
      step.add(step.orm.insert(db.tables.messages).values({ ...row(sent.conversation.id), content: 'undone walnut' }));
      step.check(() => {
        throw new Error('undone');
      });
    });
    await expect(refused).rejects.toThrow('undone');
    expect(await snippets(me, 'undone')).toEqual([]);
  });

  const row = (conversationId: number) => ({
    id: 'undone',
    conversationId,
    ordinal: 9,
    role: 'user' as const,
    status: 'complete' as const,
    createdAt: new Date(),
  });

  test("a guest's chats are found by the account that takes them over", async () => {
    const { db, ctx, me, userId } = await setUp();
    const guest = await insertGuest(db);
    const { id } = await insertConversation(db, { guestId: guest.id, title: 'Guest notes' });
    await insertMessages(db, id, ['a pistachio', 'another pistachio']);
    expect(await search(me, 'pistachio')).toEqual([]);
    await db.atomic((step) => chatOfAccount.adoptGuest?.(ctx, step, { guestId: guest.id, userId }));
    expect(await snippets(me, 'pistachio')).toEqual(['another pistachio', 'a pistachio']);
    expect(await snippets(me, 'guest not')).toEqual(['Guest notes']);
  });

  test('whatever a person types is searched for and never an operator', async () => {
    const { me, chat } = await setUp();
    await chat('A', ['harmless walnut']);
    const hostile = [
      ...[
        '"',
        '""',
        '"""',
        "'",
        "''",
        '“',
        '*',
        '**',
        '^',
        ':',
        '-',
        '(',
        ')',
        '()',
        '+',
        '&',
        '|',
        '!',
        '<->',
        '\\',
        '\\\\',
        '%',
        '_',
      ],
      ...[
        'NOT',
        'AND',
        'OR',
        'NEAR',
        'NEAR(a b)',
        'walnut NOT harmless',
        'walnut OR secret',
        'words:walnut',
        'words : walnut',
      ],
      ...[
        '"walnut" OR "x"',
        'walnut*',
        '^walnut',
        '-walnut',
        'walnut:*',
        "walnut':*",
        "'walnut'",
        'walnut & !x',
        '{words}: walnut',
      ],
      ...[
        "'; drop table messages; --",
        '") OR 1=1 --',
        '\u0000',
        'wal\u0000nut',
        '🎉🎉',
        '👩‍👩‍👧',
        '\ud800',
        '\udc00x',
        '\u202e',
        '\u0301',
      ],
      ...[
        'a'.repeat(200),
        '"'.repeat(200),
        'a '.repeat(100),
        '* '.repeat(100),
        '( '.repeat(100),
        'ﬁ ﷺ İ ß',
        '東'.repeat(200),
        '%_\\',
      ],
      ...[
        Array.from({ length: 66 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(' '),
        '½ ² ① Ⅷ',
        'e\u0301\u0301\u0301',
        '१२३ हिन्दी',
      ],
    ];
    for (const q of hostile) expect(Array.isArray(await search(me, q)), JSON.stringify(q)).toBe(true);
    for (const q of ['walnut NOT harmless', 'walnut OR secret', 'words:walnut', 'NEAR(harmless walnut)'])
      expect(await search(me, q), q).toEqual([]);
    for (const q of ['walnut*', '^walnut', '(walnut)', "'walnut'", '-walnut', 'harmless & walnut'])
      expect(await search(me, q), q).toHaveLength(1);
  });
});
