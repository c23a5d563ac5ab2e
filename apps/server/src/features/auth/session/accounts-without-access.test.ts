import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { accountsWithoutAccess } from './refuse-suspended.ts';

describeOnEngines('accountsWithoutAccess', (open) => {
  test('names the suspended and deleted ones among more accounts than a statement has values', async () => {
    const db = await open();
    await insertUser(db, { id: 'well' });
    await insertUser(db, { id: 'suspended', suspendedAt: new Date() });
    const gone = Array.from({ length: 70_000 }, (_, i) => `gone${i}`);
    const found = await accountsWithoutAccess({ db }, ['suspended', 'well', ...gone]);
    expect(found.length).toBe(70_001);
    expect(found[0]).toBe('suspended');
    expect(found).not.toContain('well');
    expect(await accountsWithoutAccess({ db }, [])).toEqual([]);
  });
});
