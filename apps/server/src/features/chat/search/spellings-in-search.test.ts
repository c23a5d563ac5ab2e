import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '@noek/db/database';
import { migrationsFolder } from '@noek/db/migrations';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { putSomeInSearch } from '../../files/searching/put-in-search.ts';
import { sendMessage } from '../messages/send-message.ts';
import { searchConversations } from './search-conversations.ts';

/** What is searched for, and texts that must all be found, with what is marked in them. */
const found: [q: string, texts: [text: string, marked: string][]][] = [
  [
    'елка',
    [
      ['Наша Ёлка', 'Ёлка'],
      ['наша елка', 'елка'],
      ['ЁЛКА', 'ЁЛКА'],
      ['е\u0308лка', 'е\u0308лка'],
    ],
  ],
  [
    'ёлка',
    [
      ['Наша Ёлка', 'Ёлка'],
      ['наша елка', 'елка'],
      ['НАША ЕЛКА', 'ЕЛКА'],
    ],
  ],
  [
    'ёлк',
    [
      ['ёлками', 'ёлками'],
      ['елками', 'елками'],
    ],
  ],
  ['трехзвездочн', [['Трёхзвёздочный отель', 'Трёхзвёздочный']]],
  [
    'strasse',
    [
      ['In der Straße 5', 'Straße'],
      ['Strasse', 'Strasse'],
      ['STRASSE', 'STRASSE'],
      ['STRAẞE', 'STRAẞE'],
    ],
  ],
  [
    'Straße',
    [
      ['In der Strasse 5', 'Strasse'],
      ['straße', 'straße'],
    ],
  ],
  [
    'strass',
    [
      ['Straßen', 'Straßen'],
      ['strassen', 'strassen'],
    ],
  ],
  [
    '"weiße straße"',
    [
      ['die weisse Strasse', 'weisse|Strasse'],
      ['weiße Straße', 'weiße|Straße'],
    ],
  ],
  [
    'テスト',
    [
      ['このテストです', 'テスト'],
      ['このﾃｽﾄです', 'ﾃｽﾄ'],
      ['😀ﾃストです', 'ﾃスト'],
    ],
  ],
  [
    'ﾃｽﾄ',
    [
      ['このテストです', 'テスト'],
      ['ﾃｽﾄ', 'ﾃｽﾄ'],
    ],
  ],
  [
    'データベース',
    [
      ['新しいﾃﾞｰﾀﾍﾞｰｽ。', 'ﾃﾞｰﾀﾍﾞｰｽ'],
      ['データベース', 'データベース'],
    ],
  ],
  [
    'ﾃﾞｰﾀﾍﾞｰｽ',
    [
      ['新しいデータベース', 'データベース'],
      ['データﾍﾞｰｽ', 'データﾍﾞｰｽ'],
    ],
  ],
  ['ポテト ёж', [['ﾎﾟﾃﾄ Еж еж', 'ﾎﾟﾃﾄ|Еж|еж']]],
  ['weiß テスト', [['weiss ﾃｽﾄ', 'weiss|ﾃｽﾄ']]],
];
const notFound: [q: string, text: string][] = [
  // Half of a pair is another letter.
  ['テスト', 'ﾃﾞｽﾄ'],
  ['テ', 'ﾃﾞ'],
  ['ハ', 'ﾊﾟ ﾊﾞ'],
  ['デスト', 'ﾃｽﾄ'],
  ['тест', 'ещё'],
];

describeOnEngines('letters with two spellings', (open, engine) => {
  async function begin() {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('Ja.');
      call.finish();
    });
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const write = async (texts: string[], title = 'Notes') =>
      insertMessages(db, (await insertConversation(db, { userId: actor.user.id, title })).id, texts);
    const search = async (q: string) =>
      (await searchConversations(ctx, { q, limit: 100 })).map(({ snippet, marks, messageId }) => ({
        ...{ snippet, messageId },
        marked: marks.map(([at, length]) => snippet.slice(at, at + length)).join('|'),
      }));
    return { db, ctx, write, search };
  }

  test.each(found)('%s finds each of them, and marks the right characters', async (q, texts) => {
    const { write, search } = await begin();
    await write(texts.map(([text]) => text));
    await write(['nothing of it', 'ничего', '何もない']);
    expect((await search(q)).map(({ snippet, marked }) => [snippet, marked]).toSorted()).toEqual(texts.toSorted());
  });

  test.each(notFound)('%s does not find %s', async (q, text) => {
    const { write, search } = await begin();
    await write([text]);
    expect(await search(q)).toEqual([]);
  });

  test('titles, changed texts, and names and pages of files', async () => {
    const { ctx, write, search } = await begin();
    await write([], 'Большая Ёлка');
    expect(await search('елка')).toMatchObject([{ messageId: null, marked: 'Ёлка' }]);
    const file = await addFile(ctx, { name: 'ﾃｽﾄ Straße.txt', body: new Blob(['Ganz weiße Mäuse']).stream() });
    await ctx.fileReadings.untilRead(file.id, 20_000);
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: [file.id] });
    await finalMessage(ctx, sent.assistantMessage.id);
    while (await putSomeInSearch(ctx));
    expect(await search('weisse mause')).toMatchObject([{ marked: 'weiße|Mäuse' }]);
    expect(await search('strasse')).toMatchObject([{ marked: 'Straße' }]);
    expect(await search('テスト')).toMatchObject([{ marked: 'ﾃｽﾄ' }]);
  });

  test('are found in what was written before they were', async () => {
    const { db, write, search } = await begin();
    const run = runnerOf(db);
    const folder = migrationsFolder(engine);
    const migration = (name: string) => {
      const file = readdirSync(folder).find((one) => one.endsWith(`_${name}.sql`));
      return readFileSync(`${folder}/${file}`, 'utf8').split('--> statement-breakpoint');
    };
    // As it was before that migration.
    if (engine === 'sqlite') {
      await run('drop trigger search_document_added');
      await run('drop view search_texts');
      for (const statement of migration('files_in_search'))
        if (/CREATE TRIGGER `search_document_added`/.test(statement)) await run(statement);
    } else
      for (const statement of migration('search'))
        if (/CREATE FUNCTION "search_words"/.test(statement))
          await run(statement.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'));
    await write(['Die Straße', 'Наша ёлка', 'Die Gasse'], 'Weiße Wände');
    expect(await search('strasse')).toEqual([]);
    for (const statement of migration('spellings_in_search')) await run(statement);
    expect(await search('strasse')).toMatchObject([{ marked: 'Straße' }]);
    expect(await search('елка')).toMatchObject([{ marked: 'ёлка' }]);
    expect(await search('gasse')).toMatchObject([{ marked: 'Gasse' }]);
    expect(await search('weisse')).toMatchObject([{ messageId: null, marked: 'Weiße' }]);
  });
});

/** Runs any statement, which the query builder of the product does not. */
function runnerOf(db: Database): (statement: string) => Promise<void> {
  const client = db.orm as unknown as {
    $client: { exec(statement: string): void };
    execute(statement: unknown): Promise<unknown>;
  };
  return async (statement) => {
    if (db.engine === 'sqlite') client.$client.exec(statement);
    else await client.execute(sql.raw(statement));
  };
}
