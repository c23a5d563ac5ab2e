import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { procedures } from '@noek/contract/operations';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { administratorStep } from './administrator-step.ts';

const features = fileURLToPath(new URL('../..', import.meta.url));
const sourceOf = (file: string) => readFileSync(`${features}/${file}`, 'utf8');

/** Where each call of administrators that may write does so. */
const written: Record<string, string> = {
  'knowledge.decideEmptied': 'knowledge/decide-emptied.ts',
  'prompts.publish': 'prompts/published-prompts.ts',
  'prompts.updatePublished': 'prompts/published-prompts.ts',
  'prompts.withdraw': 'prompts/published-prompts.ts',
  'admin.changeUser': 'admin/people/change-user.ts',
  'admin.readUserMessages': 'admin/people/read-user-messages.ts',
  'admin.suspendUser': 'admin/people/user-steps.ts',
  'admin.liftSuspension': 'admin/people/user-steps.ts',
  'admin.endUserSessions': 'admin/people/user-steps.ts',
  'admin.resetSecondFactor': 'admin/people/user-steps.ts',
  'admin.tryProvider': 'admin/providers/try-provider.ts',
  'campaigns.sendTest': 'campaigns/preview-campaign.ts',
  'campaigns.start': 'campaigns/start-campaign.ts',
  'campaigns.pause': 'campaigns/change-campaign.ts',
  'campaigns.resume': 'campaigns/change-campaign.ts',
  'campaigns.cancel': 'campaigns/change-campaign.ts',
  'moderation.open': 'reports/open-report.ts',
  'moderation.close': 'reports/close-report.ts',
  'moderation.reopen': 'reports/close-report.ts',
  'moderation.takeDown': 'reports/take-down-share.ts',
  'moderation.allowSharing': 'reports/take-down-share.ts',
};
/** These only have a large input. */
const reading = ['campaigns.countRecipients', 'campaigns.preview'];

test('every call of administrators that writes does so in an administratorStep', () => {
  const mutations = procedures.filter(({ access, type }) => access === 'admin' && type === 'mutation');
  expect([...Object.keys(written), ...reading].toSorted()).toEqual(mutations.map(({ path }) => path).toSorted());
  for (const file of new Set(Object.values(written))) expect(sourceOf(file), file).toMatch(/await administratorStep\(/);
});

test('no file that asks for an administrator writes in another way', () => {
  const files = globSync('**/*.ts', { cwd: features }).filter((file) => !/\.test\.ts$/.test(file));
  const others = files.filter((file) => {
    const source = sourceOf(file);
    return /requireAdministrator\(ctx\)|administratorStep\(/.test(source) && /\.(write|atomic)\(/.test(source);
  });
  expect(others.toSorted()).toEqual([
    'auth/administrators/administrator-step.ts',
    // Everybody may make these calls; administrators get more.
    'webhooks/create-webhook.ts',
    'webhooks/redeliver.ts',
  ]);
});

describeOnEngines('a step of an administrator', (open) => {
  async function begin() {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { accessLevel: 'admin' });
    const me = await signedInAs(ctx, id);
    const { users } = ctx.db.tables;
    const rename = (name: string, refused = false) =>
      administratorStep(me, { action: 'user.updated', targetUserId: id, detail: { name } }, (step) => {
        const renamed = step.add(step.orm.update(users).set({ name }).where(eq(users.id, id)).returning());
        step.check(() => {
          if (refused) throw new Error('refused');
        });
        return renamed;
      });
    const entries = () => auditEntries(ctx.db);
    const name = async () => (await ctx.db.orm.select().from(users).where(eq(users.id, id)))[0]?.name;
    return { ctx, id, users, rename, entries, name };
  }

  test('is written with its audit entry, or not at all', async () => {
    const { id, rename, entries, name } = await begin();
    const { rows } = await rename('Vera');
    expect(rows).toMatchObject([{ id, name: 'Vera' }]);
    expect(await entries()).toMatchObject([{ action: 'user.updated', actorId: id, targetUserId: id }]);
    await expect(rename('Mira', true)).rejects.toThrow('refused');
    expect([await name(), (await entries()).length]).toEqual(['Vera', 1]);
  });

  test('is refused, before anything else, for a caller who has lost the level since the call began', async () => {
    const { ctx, id, users, rename, entries } = await begin();
    await ctx.db.write((orm) => orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.id, id)));
    await expect(rename('Vera', true)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await entries()).toEqual([]);
  });
});
