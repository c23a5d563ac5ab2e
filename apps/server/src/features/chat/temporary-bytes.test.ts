import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestFile } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finalMessage } from '../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool } from '../../testing/stand-ins/scripted-tool.ts';
import { logout } from '../auth/session/logout.ts';
import { addFile } from '../files/adding/add-file.ts';
import { purgeBlobs } from '../files/blobs/blobs.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { endTemporary, purgeTemporary } from './conversations/end-temporary.ts';
import { updateConversation } from './conversations/update-conversation.ts';
import { rateAnswer } from './messages/rate-answer.ts';
import { regenerateAnswer } from './messages/regenerate-answer.ts';
import { sendMessage } from './messages/send-message.ts';
import { searchConversations } from './search/search-conversations.ts';

let folder: string;
let ctx: TestCtx;

/** Unique words, by the place where they are used. */
const wordsOf = (who: string) =>
  [
    'asked',
    'thought',
    'step',
    'called',
    'told',
    'wrote',
    'again',
    'running',
    'rated',
    'file',
    'page',
    'looked',
    'key',
  ].map((what) => `Xq${what}${who}zjw`);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noek-temporary-'));
  let who = '';
  const word = (what: string) => `Xq${what}${who}zjw`;
  const tool = createScriptedTool('look_up', ({ run, done }) => {
    run.step({ id: 'a', kind: 'search', status: 'done', text: word('step'), url: null, memoryId: null });
    done(word('told'));
  });
  let asked = 0;
  const llm = createScriptedLlm((call) => {
    const question = call.request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
    who = /Xqasked(\w+?)zjw/.exec(question)?.[1] ?? who;
    if (!call.request.messages.some(({ role }) => role === 'tool')) {
      call.reasoning(word('thought'));
      call.toolCall('look_up', { query: word('called') });
      return call.finish('tool-calls');
    }
    asked++;
    call.text(`# ${word(asked % 2 === 1 ? 'wrote' : 'again')}\n\n${'lorem ipsum '.repeat(2_000)}`);
    if (question.includes('for ever')) return call.text(word('running'));
    call.finish();
  });
  ctx = createTestCtx({
    ...{ db: await openTestFile(join(folder, 'noek.db')), llm, toolsOf: () => [tool] },
    env: { DATA_DIR: folder },
  });
  await ctx.composed.begin();
});
afterEach(async () => {
  await ctx.composed.close(0);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Where these words can be read, among all files of the server, as "word: file". The index of the search folds case, and may store first
 * letters apart.
 */
function foundIn(words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const content = `${path} ${entry.isFile() ? read(path) : ''}`.toLowerCase();
    return words
      .filter((word) => content.includes(word.slice(3).toLowerCase()))
      .map((word) => `${word}: ${entry.name}`);
  });
}

/** What a file has now. Files of the database may disappear while they are listed. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** A temporary chat in which everything was said and done, with an answer that is still running. */
async function say(me: TestCtx, who: string): Promise<number> {
  const word = (what: string) => `Xq${what}${who}zjw`;
  const file = await addFile(me, {
    name: `${word('file')}.txt`,
    body: new Blob([`${word('page')} `.repeat(300)]).stream(),
  });
  await me.fileReadings.untilRead(file.id, 20_000);
  const sent = await sendMessage(me, {
    ...{ conversationId: null, temporary: true, content: `${word('asked')} Remember that.`, fileIds: [file.id] },
    clientMessageId: word('key'),
  });
  const conversationId = sent.conversation.id;
  await finalMessage(me, sent.assistantMessage.id);
  await rateAnswer(me, { messageId: sent.assistantMessage.id, rating: 'bad', reason: word('rated') });
  const again = await regenerateAnswer(me, { messageId: sent.assistantMessage.id });
  await finalMessage(me, again.assistantMessage.id);
  await searchConversations(me, { q: word('looked'), limit: 10 });
  await updateConversation(me, { conversationId, title: word('asked') }).catch(() => {});
  await sendMessage(me, { conversationId, content: `${word('asked')} Go on for ever` });
  // Its text is in the log of the answer.
  const said = wordsOf(who).filter((one) => one !== word('looked'));
  await vi.waitFor(
    () => {
      const found = foundIn(said);
      expect(said.filter((one) => !found.some((where) => where.startsWith(`${one}:`)))).toEqual([]);
    },
    { timeout: 20_000, interval: 200 },
  );
  return conversationId;
}

async function gone(who: string): Promise<void> {
  // Bytes of files are removed within a minute.
  ctx.clock.advance(60_000);
  while (await purgeBlobs(ctx));
  await vi.waitFor(() => expect(foundIn(wordsOf(who))).toEqual([]), { timeout: 40_000, interval: 200 });
}

test('after a temporary chat has ended, no file of the server has a word of it', {
  timeout: 120_000,
}, async () => {
  const { id } = await insertPerson(ctx);
  const me = await signedInAs(ctx, id);
  await createWebhook(me, { url: 'https://hooks.example.org/noek', events: ['answer.finished'] });
  const others = await insertConversation(ctx.db, { userId: id });
  for (let round = 0; round < 40; round++)
    await insertMessages(ctx.db, others.id, ['Xqkeptoneszjw', 'lorem '.repeat(500)]);

  await endTemporary(me, { conversationId: await say(me, 'ended') });
  await gone('ended');

  await say(me, 'purged');
  ctx.clock.advance(24 * 60 * 60 * 1000);
  await purgeTemporary(ctx);
  await gone('purged');

  await say(me, 'left');
  await logout(me);
  await gone('left');
  expect(foundIn(['Xqkeptoneszjw'])).toContain('Xqkeptoneszjw: noek.db');
});
