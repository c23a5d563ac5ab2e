import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../apps/server/src/context.ts';
import { listConversations } from '../apps/server/src/features/chat/conversations/list-conversations.ts';
import { listMessagePage } from '../apps/server/src/features/chat/messages/list-message-page.ts';
import { searchConversations } from '../apps/server/src/features/chat/search/search-conversations.ts';
import { readArguments } from './arguments.ts';
import { fill, insertChats, insertPeople, vocabulary } from './bench/corpus.ts';
import { median } from './bench/statistics.ts';
import { cpuMs, makeWorld, turn, turnsOf, type World } from './bench/worlds.ts';

const { values } = readArguments(
  `usage: npm run bench:growth -- [--messages 1000000] [--conversations 20000] [--long 20000] [--rounds 15] [--only search]

Measures how much more processor time the same work takes when there is much more data, on files of the embedded database in the
temporary folder: a turn and a search among that many messages (of a hundredth as many people) against 1,000; the sidebar of a person
with that many conversations against one with 400; a conversation of that many messages against one of 1,000. Both sizes take turns
in one run. --only measures what has this word in its name. Only the ratios mean anything. Filling the database takes some minutes.`,
  {
    messages: { type: 'string', default: '1000000' },
    conversations: { type: 'string', default: '20000' },
    long: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
  },
);

const [many, conversations, long, rounds] = [values.messages, values.conversations, values.long, values.rounds].map(
  Number,
) as [number, number, number, number];
const few = 400;
/** More than a prompt takes. */
const fewMessages = 1_000;
const answerWords = 60;
/** Longer than the database waits before it merges its search index, because that is part of a turn's cost. */
const restMs = 700;
/** The shortest pause between searches that stays within the limit. */
const searchEveryMs = 2_000;
const folder = mkdtempSync(join(tmpdir(), 'noek-bench-growth-'));
const shown = (count: number) => count.toLocaleString('en');

/** People with the given ids, each with one kind of chats, besides `messages` of others. */
const chatsOf = {
  sidebarFew: { conversations: few, messagesEach: 2 },
  sidebarMany: { conversations, messagesEach: 2 },
  shortChat: { conversations: 1, messagesEach: fewMessages },
  longChat: { conversations: 1, messagesEach: long },
};
type Kind = keyof typeof chatsOf;
const kinds = Object.keys(chatsOf) as Kind[];
/** Far above the ids of the others' conversations. */
const firstIdOf = (kind: Kind) => (kinds.indexOf(kind) + 1) * 1_000_000_000;

async function make(messages: number, withKinds: readonly Kind[]): Promise<World> {
  const startedAt = performance.now();
  const world = await makeWorld(folder, `${shown(messages)} messages`, async (db) => {
    const userIds = await fill(db, { count: messages, owners: Math.ceil(messages / 100), answerWords });
    await insertPeople(db, withKinds.length, (place) => ({ id: withKinds[place] ?? '' }));
    for (const kind of withKinds)
      insertChats(db, { ...chatsOf[kind], ownerOf: () => kind, firstId: firstIdOf(kind), answerWords });
    // One of the others, with as many conversations as any of them.
    return userIds[Math.floor(userIds.length * 0.4)] ?? '';
  });
  console.log(`${world.name}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return world;
}

type Work = (round: number) => Promise<unknown>;

/** Does both in turn, `each` times per round, and prints how much more processor time the second takes. */
async function compare(
  name: string,
  base: Work,
  grown: Work,
  options: { each: number; restMs?: number },
): Promise<void> {
  if (!name.includes(values.only)) return;
  const times: [number[], number[]] = [[], []];
  // The first two rounds are a warm-up.
  for (let round = -2; round < rounds; round++)
    for (const [which, work] of [base, grown].entries()) {
      const before = cpuMs();
      for (let i = 0; i < options.each; i++) await work((round + 2) * options.each + i);
      if (options.restMs) await sleep(options.restMs);
      if (round >= 0) times[which]?.push((cpuMs() - before) / options.each);
    }
  const [few, all] = times.map(median) as [number, number];
  console.log(
    `  ${name.padEnd(58)} ${few.toFixed(2).padStart(7)} ms → ${all.toFixed(2).padStart(7)} ms  ${(all / few).toFixed(2)}×`,
  );
}

const pairs = (...places: [number, number][]) => places.map((pair) => pair.map((at) => vocabulary[at]).join(' '));
/** The last word may be unfinished. */
const queries = {
  /** Words that both people in a comparison of few and many conversations wrote more often than a search shows. */
  'the most frequent': pairs([3, 8], [5, 12], [0, 20], [16, 1]),
  /** Words in one of every five to ten messages. */
  common: pairs([16, 20], [20, 30], [30, 17], [25, 18]),
  /** Pairs of words that hardly any message has. */
  rare: pairs([40, 900], [5, 1_000], [2_000, 4_000]),
};
type Words = keyof typeof queries;
const searchEach = 36;

const sidebar = (ctx: Ctx) => listConversations(ctx, { archived: false, limit: 50 });
const searchOf = (words: Words, world: World, ctx: Ctx) => (round: number) => {
  world.pass(searchEveryMs);
  return searchConversations(ctx, { q: queries[words][round % queries[words].length] ?? '', limit: 30 });
};
async function compareSearch(words: Words, world: [World, World], ctx: [Ctx, Ctx]): Promise<void> {
  const [base, grown] = [searchOf(words, world[0], ctx[0]), searchOf(words, world[1], ctx[1])];
  await compare(`a search for ${words} words`, base, grown, { each: searchEach });
}
const pageOf = (ctx: Ctx, kind: Kind) => () => listMessagePage(ctx, { conversationId: firstIdOf(kind), limit: 50 });

/** The last page of the sidebar. */
async function oldest(ctx: Ctx) {
  let page = await sidebar(ctx);
  let cursor: string | undefined;
  while (page.nextCursor) {
    cursor = page.nextCursor;
    page = await listConversations(ctx, { archived: false, limit: 50, cursor });
  }
  return () => listConversations(ctx, { archived: false, limit: 50, cursor });
}

try {
  const small = await make(1_000, []);
  const large = await make(many, kinds);
  console.log(`\nProcessor time, ${small.name} → ${large.name}`);
  await compare('a turn', turnsOf(small.ctx), turnsOf(large.ctx), { each: 20, restMs });
  for (const words of ['common', 'rare'] as const) await compareSearch(words, [small, large], [small.ctx, large.ctx]);

  const [fewChats, manyChats, shortChat, longChat] = (await Promise.all(kinds.map(large.contextOf))) as [
    Ctx,
    Ctx,
    Ctx,
    Ctx,
  ];
  console.log(`\nProcessor time, a person with ${few} conversations → ${shown(conversations)} conversations`);
  await compare(
    'the first page of the sidebar',
    () => sidebar(fewChats),
    () => sidebar(manyChats),
    { each: 40 },
  );
  await compare('its last page', await oldest(fewChats), await oldest(manyChats), { each: 40 });
  for (const words of ['the most frequent', 'rare'] as const)
    await compareSearch(words, [large, large], [fewChats, manyChats]);
  await compare('a turn', turnsOf(fewChats), turnsOf(manyChats), { each: 20 });

  console.log(`\nProcessor time, a conversation of ${shown(fewMessages)} messages → ${shown(long)} messages`);
  await compare('opening it', pageOf(shortChat, 'shortChat'), pageOf(longChat, 'longChat'), { each: 40 });
  const top = (ctx: Ctx, kind: Kind) => () =>
    listMessagePage(ctx, { conversationId: firstIdOf(kind), limit: 50, cursor: { before: 30 } });
  await compare('its first messages', top(shortChat, 'shortChat'), top(longChat, 'longChat'), { each: 40 });
  await compare(
    'a turn in it',
    () => turn(shortChat, firstIdOf('shortChat')),
    () => turn(longChat, firstIdOf('longChat')),
    { each: 5, restMs },
  );
  await small.close();
  await large.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
