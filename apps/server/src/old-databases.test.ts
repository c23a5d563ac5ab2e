import { messageSchema } from '@noek/contract/chat/schemas';
import { documentSchema } from '@noek/contract/documents/schemas';
import { listedFileSchema } from '@noek/contract/files/schemas';
import { testEngines } from '@noek/db/testing/engines';
import { type OldDatabases, startOldDatabases, triedVersions, versions } from '@noek/db/testing/old-databases';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listTokens } from './features/auth/tokens/list-tokens.ts';
import { listTrash } from './features/chat/conversations/conversation-trash.ts';
import { listConversations } from './features/chat/conversations/list-conversations.ts';
import { listMessages } from './features/chat/messages/list-messages.ts';
import { sendMessage } from './features/chat/messages/send-message.ts';
import { searchConversations } from './features/chat/search/search-conversations.ts';
import { readShared } from './features/chat/sharing/read-shared.ts';
import { listDocuments } from './features/documents/list-documents.ts';
import { listFiles } from './features/files/list-files.ts';
import { listMemories } from './features/memory/list-memories.ts';
import { listProjects } from './features/projects/list-projects.ts';
import { listPrompts } from './features/prompts/own-prompts.ts';
import { listWebhooks } from './features/webhooks/list-webhooks.ts';
import { actorOf, createChatCtx, finalMessage } from './testing/create-chat-ctx.ts';
import { createScriptedLlm } from './testing/stand-ins/scripted-llm.ts';

/** What people find, each since the version in which it was written. */
const conversations = {
  'Engines and ёлка': '0000_initial',
  'Searched title': '0002_search',
  Imported: '0011_plans_and_account',
  Roses: '0037_projects',
  Tulips: '0037_projects',
};
const memories = {
  Poetry: '0001_chat_screen',
  Mathematics: '0007_answer_steps',
  Looms: '0036_developers',
  Soil: '0037_projects',
};
const files = {
  'Plan.pdf': '0028_files',
  'Wheel.png': '0028_files',
  'Copy of a plan.pdf': '0041_file_turns',
  'Scanned.pdf': '0045_file_scans',
};
const documents = { Plan: '0047_documents' };
const tokens = { Script: '0011_plans_and_account' };
const projects = { Garden: '0037_projects' };
const prompts = { 'Sum up': '0037_projects', 'For everybody': '0037_projects' };
const hooks = { 'https://hooks.example/': '0036_developers' };
/** Words that find something. Old texts are found with the spellings that newer versions know. */
const words = {
  strasse: '0000_initial',
  елка: '0000_initial',
  zebra: '0002_search',
  giraffe: '0027_parts_of_the_search_index',
  walrus: '0030_files_in_search',
  grossen: '0040_spellings_in_search',
};

const llm = () =>
  createScriptedLlm((call) => {
    call.text('42');
    call.finish();
  });

const at = (tag: string) => versions.indexOf(tag);
const found = (given: Record<string, string>, tag: string) =>
  Object.keys(given)
    .filter((name) => at(given[name] as string) <= at(tag))
    .sort();
const sorted = <Item>(items: readonly Item[], nameOf: (item: Item) => string) => items.map(nameOf).sort();

describe.each(testEngines)('what a database of an earlier version contains (%s)', (engine) => {
  let old: OldDatabases;
  beforeAll(async () => {
    old = await startOldDatabases(engine);
  });
  afterAll(() => old.close());

  test.each(triedVersions(engine))('%s: people find what they had, and send messages', async (tag) => {
    await old.upgrade(tag);
    const db = await old.openCopy();
    try {
      await db.migrate();
      const { users } = db.tables;
      const [ada] = await db.orm.select().from(users).where(eq(users.id, 'ada'));
      expect(ada).toMatchObject({ name: 'Ada Lovelace', allowModelTraining: false, memoryEnabled: true });
      const ctx = createChatCtx(db, llm(), { actor: actorOf(ada as never, 'session of ada') });

      const all = { archived: false, limit: 50 };
      expect(sorted((await listConversations(ctx, all)).conversations, ({ title }) => title)).toEqual(
        found(conversations, tag),
      );
      expect(await listConversations(ctx, { archived: true, limit: 50 })).toMatchObject({
        conversations: [{ title: 'Old notes', harmfulMode: true, pinned: false, effort: 'automatic' }],
      });
      expect(await listTrash(ctx, { limit: 50 })).toMatchObject({ conversations: [{ title: 'In the trash' }] });
      const messages = messageSchema.array().parse(await listMessages(ctx, { conversationId: 101 }));
      expect(messages).toMatchObject([
        { content: 'How does the engine work, in der Straße?', status: 'complete' },
        { content: 'With **wheels**.', answeredBy: 'Demo', feedback: null },
      ]);
      const failed = messageSchema.array().parse(await listMessages(ctx, { conversationId: 102 }));
      expect(failed[1]).toMatchObject({ status: 'failed', error: 'The model did not answer.' });

      expect(sorted((await listMemories(ctx)).memories, ({ title }) => title)).toEqual(found(memories, tag));
      const listed = listedFileSchema.array().parse((await listFiles(ctx, { limit: 50 })).files);
      expect(sorted(listed, ({ name }) => name)).toEqual(found(files, tag));
      const made = documentSchema.array().parse(await listDocuments(ctx, { conversationId: 101 }));
      expect(sorted(made, ({ title }) => title)).toEqual(found(documents, tag));
      expect(sorted(await listTokens(ctx), ({ name }) => name)).toEqual(found(tokens, tag));
      expect(sorted(await listProjects(ctx), ({ name }) => name)).toEqual(found(projects, tag));
      expect(sorted(await listPrompts(ctx), ({ name }) => name)).toEqual(found(prompts, tag));
      expect(sorted(await listWebhooks(ctx), ({ url }) => url)).toEqual(found(hooks, tag));
      if (at(tag) >= at('0001_chat_screen'))
        expect((await readShared(ctx, { conversationId: 101 })).messages).toMatchObject([
          { content: 'How does the engine work?' },
        ]);
      const known: string[] = [];
      for (const q of Object.keys(words))
        if ((await searchConversations(ctx, { q, limit: 5 })).length > 0) known.push(q);
      expect(known.sort()).toEqual(found(words, tag));

      const sent = await sendMessage(ctx, { conversationId: 101, content: 'What is 6 * 7?' });
      expect(await finalMessage(ctx, sent.assistantMessage.id)).toMatchObject({ status: 'complete' });
    } finally {
      await db.close();
    }
  });
});
