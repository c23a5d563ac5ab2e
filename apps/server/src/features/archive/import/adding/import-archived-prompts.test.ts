import { maxPrompts } from '@noek/contract/prompts/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { archiveOf, exported, imported, unzipped } from '../../../../testing/archives.ts';
import type { TestCtx } from '../../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../../testing/sign-in.ts';
import { deleteAccount } from '../../../auth/account/delete-account.ts';
import { importPrompts } from '../../../prompts/add-prompts.ts';
import { createPrompt, listPrompts, orderPrompts, updatePrompt } from '../../../prompts/own-prompts.ts';
import { readTextSpace } from '../../text-space.ts';
import { at, file, twoPeople } from '../testing/archive-parts.ts';
import { undoImport } from '../undo-import.ts';

const names = async (ctx: TestCtx) => (await listPrompts(ctx)).map(({ name }) => name);

describeOnEngines('prompts in archives', (open) => {
  async function begin() {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const asAda = await signedInAs(ctx, ada.id);
    for (const name of ['a', 'b', 'c']) await createPrompt(asAda, { name, text: `Text {{${name}}}` });
    const [, , third] = await listPrompts(asAda);
    await orderPrompts(asAda, { ids: [third?.id ?? ''] });
    return { ctx, ada, bob, asBob, asAda, path: await exported(ctx, ada.id) };
  }

  test('an export has those of the person in their order, and another account gets what it has not', async () => {
    const { ctx, ada, bob, asBob, asAda, path } = await begin();
    const { prompts } = JSON.parse((await unzipped(path))['prompts.json'] ?? '');
    expect(prompts).toMatchObject([
      { name: 'c', text: 'Text {{c}}' },
      { name: 'a', text: 'Text {{a}}' },
      { name: 'b', text: 'Text {{b}}' },
    ]);
    await createPrompt(asBob, { name: 'a', text: 'Text {{a}}' });
    expect(await imported(ctx, bob.id, path)).toMatchObject({
      ...{ status: 'done', error: null },
      result: { promptsAdded: 2, promptsKnown: 1 },
    });
    expect(await names(asBob)).toEqual(['a', 'c', 'b']);
    expect(await imported(ctx, bob.id, path)).toMatchObject({ result: { promptsAdded: 0, promptsKnown: 3 } });
    await imported(ctx, ada.id, path);
    expect([await names(asBob), await names(asAda)]).toEqual([
      ['a', 'c', 'b'],
      ['c', 'a', 'b'],
    ]);
  });

  test('undoing an import removes those that it added and that were not changed since', async () => {
    const { ctx, bob, asBob, path } = await begin();
    await createPrompt(asBob, { name: 'mine', text: 'x' });
    const { id } = await imported(ctx, bob.id, path);
    const changed = (await listPrompts(asBob)).find(({ name }) => name === 'a');
    await updatePrompt(asBob, { id: changed?.id ?? '', text: 'Another text' });
    await undoImport(asBob, { id });
    expect(await names(asBob)).toEqual(['mine', 'a']);
  });

  test('if there is no room for them, none is added, and the import says so', async () => {
    const { ctx, bob, asBob, path } = await begin();
    const prompts = Array.from({ length: maxPrompts - 2 }, (_, i) => ({ name: `p${i}`, text: 'x' }));
    await importPrompts(asBob, { prompts });
    const row = await imported(ctx, bob.id, path);
    expect(row).toMatchObject({ status: 'done', problems: [{ title: 'Prompts' }] });
    expect(await names(asBob)).toHaveLength(maxPrompts - 2);
  });

  test('earlier archives have none, damaged ones are refused, and they take space', async () => {
    const { ctx, bob, asBob } = await begin();
    expect(await imported(ctx, bob.id, await archiveOf(file({})))).toMatchObject({ status: 'done' });
    const dates = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
    const forged = (prompts: object[]) =>
      archiveOf({ ...file({}), 'prompts.json': { prompts: prompts.map((prompt) => ({ ...dates, ...prompt })) } });
    for (const wrong of [[{ name: 'a' }], [{ name: '', text: 'x' }], [{ name: 'a', text: 'x'.repeat(8_001) }]])
      expect(await imported(ctx, bob.id, await forged(wrong))).toMatchObject({ status: 'failed' });
    const many = Array.from({ length: maxPrompts + 1 }, () => ({ name: 'a', text: 'x' }));
    expect(await imported(ctx, bob.id, await forged(many))).toMatchObject({ status: 'failed' });
    expect(await names(asBob)).toEqual([]);
    const before = (await readTextSpace(asBob)).bytesUsed;
    await imported(ctx, bob.id, await forged([{ name: 'a', text: 'x'.repeat(8_000) }]));
    expect((await readTextSpace(asBob)).bytesUsed - before).toBeGreaterThanOrEqual(8_000);
  });

  test('none are left of a deleted account', async () => {
    const { ctx, asAda } = await begin();
    await deleteAccount(asAda);
    expect(await ctx.db.orm.select().from(ctx.db.tables.prompts)).toEqual([]);
  });
});
