import { openTestDatabase } from '@noek/db/testing/engines';
import { insertProject } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listTrash } from './conversation-trash.ts';
import { listConversationIds, listConversations, listPinned } from './list-conversations.ts';

/** A page of a list costs what is on it: its rows come in order from an index, bounded at both ends. */
test('the lists of conversations and the trash are read from an index, later pages too', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const actor = await userActor(db);
  const ctx = createChatCtx(db, createScriptedLlm(), { actor });
  const page = { limit: 50 };
  const cursor = '1700000000000.5';
  const plans = (run: () => Promise<unknown>) => queryPlans(db, run);

  expect(await plans(() => listConversations(ctx, { ...page, archived: false }))).toEqual([
    'SEARCH conversations USING INDEX conversations_user (user_id=? AND archived=?)',
  ]);
  expect(await plans(() => listConversations(ctx, { ...page, archived: true, cursor }))).toEqual([
    'SEARCH conversations USING INDEX conversations_user (user_id=? AND archived=? AND updated_at<?)',
  ]);
  expect(await plans(() => listConversationIds(ctx, { ...page, archived: true, cursor }))).toEqual([
    'SEARCH conversations USING INDEX conversations_user (user_id=? AND archived=? AND updated_at<?)',
  ]);
  expect(await plans(() => listConversations(ctx, { ...page, archived: false, project: 'none', cursor }))).toEqual([
    'SEARCH conversations USING INDEX conversations_user (user_id=? AND archived=? AND updated_at<?)',
  ]);
  const { id: project } = await insertProject(db, { userId: actor.user.id });
  const ofProject = await plans(() => listConversations(ctx, { ...page, archived: false, project, cursor }));
  expect(ofProject).toContain('SEARCH conversations USING INDEX conversations_project (project_id=? AND updated_at<?)');
  expect(ofProject.filter((step) => /SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  expect(await plans(() => listPinned(ctx))).toEqual([
    'SEARCH conversations USING INDEX conversations_pinned (user_id=?)',
  ]);
  expect(await plans(() => listTrash(ctx, page))).toEqual([
    'SEARCH conversations USING INDEX conversations_trash (user_id=? AND deleted_at>?)',
  ]);
  expect(await plans(() => listTrash(ctx, { ...page, cursor }))).toEqual([
    'SEARCH conversations USING INDEX conversations_trash (user_id=? AND deleted_at>? AND deleted_at<?)',
  ]);
});
