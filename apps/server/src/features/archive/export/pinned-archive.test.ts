import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { exported, imported } from '../../../testing/archives.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { listPinned } from '../../chat/conversations/list-conversations.ts';

describeOnEngines('pins in archives', (open) => {
  test('a conversation that was pinned is pinned in the account that imports it, too', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { id: userId } = await insertPerson(ctx);
    await insertConversation(db, { userId, title: 'Pinned', pinned: true });
    await insertConversation(db, { userId, title: 'Not pinned' });
    const other = await insertUser(db);
    await imported(ctx, other.id, await exported(ctx, userId));
    const pinned = await listPinned(await signedInAs(ctx, other.id));
    expect(pinned.map(({ title }) => title)).toEqual(['Pinned']);
  });
});
