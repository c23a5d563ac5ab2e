import { openTestDatabase } from '@noek/db/testing/engines';
import { insertConversation, insertDocument, insertMessages } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation } from '../../chat/conversations/conversation-trash.ts';
import { continueShared } from '../../chat/sharing/continue-shared.ts';
import { readSharedDocument as readIncluded, readShared } from '../../chat/sharing/read-shared.ts';
import { shareConversation } from '../../chat/sharing/share-conversation.ts';
import { readSharedDocument } from './read-shared-document.ts';
import { shareDocument } from './share-document.ts';

test('sharing, reading and ending scan no table', async () => {
  const db = await openTestDatabase('sqlite');
  onTestFinished(() => db.close());
  const actor = await userActor(db);
  const ctx = createChatCtx(db, createScriptedLlm(), { actor });
  const { id: conversationId } = await insertConversation(db, { userId: actor.user.id });
  const { id, title, kind, version } = await insertDocument(db, { conversationId });
  await insertMessages(db, conversationId, ['Write', { content: 'Here.', documents: [{ id, title, kind, version }] }]);
  const plans = await queryPlans(db, async () => {
    const { token } = await shareDocument(ctx, { documentId: id });
    await readSharedDocument(ctx, { token });
    await shareConversation(ctx, { conversationId, includeDocuments: true });
    await readShared(ctx, { conversationId });
    await readIncluded(ctx, { conversationId, documentId: id });
    await continueShared(ctx, { conversationId });
    await deleteConversation(ctx, { conversationId });
  });
  expect(
    plans.filter((line) => /^SCAN (documents|document_versions|share_|one|its|conversations|users)/.test(line)),
  ).toEqual([]);
  expect(plans).toContainEqual(expect.stringMatching(/documents_share /));
});
