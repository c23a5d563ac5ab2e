import { describeOnEngines } from '@noek/db/testing/engines';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createStoredNotes, type StoredNotes } from './stored-notes.ts';

const provider = { name: 'Main', baseUrl: 'https://user:password@llm.example.com/v1?key=secret' };
const inAnHour = () => Date.now() + 3_600_000;

describeOnEngines('what is known about models', (open) => {
  const log = pino({ level: 'silent' });
  const settled = async (notes: StoredNotes) => expect(await notes.close()).toBe(true);

  /** A process that begins now, once it has read what others have learned. */
  async function started(db: Awaited<ReturnType<typeof open>>) {
    const notes = createStoredNotes({ db, log });
    notes.begin();
    const of = notes.of(provider);
    return { notes, of };
  }

  test('is shared by all processes, under a name without passwords', async () => {
    const db = await open();
    const one = await started(db);
    one.of.set('m', 'api', 'responses', inAnHour());
    one.of.set('m', 'temperature', 'refused', inAnHour());
    one.of.set('m', 'api', 'chat', inAnHour());
    await settled(one.notes);
    const rows = await db.orm.select().from(db.tables.modelNotes);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.provider).toBe('Main llm.example.com/v1');
    const two = await started(db);
    await vi.waitFor(() => expect(two.of.get('m', 'api')).toBe('chat'));
    expect(two.of.get('m', 'temperature')).toBe('refused');
    expect(two.of.get('other', 'api')).toBeUndefined();
    expect(two.notes.of({ ...provider, name: 'Other' }).all()).toEqual([]);
    await settled(two.notes);
  });

  test('is read again after a minute, not before', async () => {
    const db = await open();
    const [one, two] = [await started(db), await started(db)];
    await vi.waitFor(() => expect(two.of.get('m', 'api')).toBeUndefined());
    one.of.set('m', 'api', 'responses', inAnHour());
    await settled(one.notes);
    expect(two.of.get('m', 'api')).toBeUndefined();
    const startedAt = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => startedAt + 61_000);
    await vi.waitFor(() => expect(two.of.get('m', 'api')).toBe('responses'));
    await settled(two.notes);
  });

  test('is forgotten by all', async () => {
    const db = await open();
    const one = await started(db);
    one.of.set('m', 'tools', 'refused', inAnHour());
    one.of.forget();
    expect(one.of.get('m', 'tools')).toBeUndefined();
    await settled(one.notes);
    expect(await db.orm.select().from(db.tables.modelNotes)).toEqual([]);
  });

  test('does not count after its time', async () => {
    const db = await open();
    const one = await started(db);
    one.of.set('m', 'tools', 'refused', Date.now() - 1);
    expect(one.of.get('m', 'tools')).toBeUndefined();
    expect(one.of.all()).toEqual([]);
    await settled(one.notes);
    const two = await started(db);
    await settled(two.notes);
    expect(two.of.all()).toEqual([]);
  });

  test('counts in memory while the database fails, and is written later', async () => {
    const db = await open();
    let fails = true;
    const failing: typeof db = {
      ...db,
      atomic: (...given) => (fails ? Promise.reject(new Error('locked')) : db.atomic(...given)),
    };
    const one = await started(failing);
    one.of.set('m', 'api', 'responses', inAnHour());
    expect(one.of.get('m', 'api')).toBe('responses');
    fails = false;
    one.of.set('m', 'tools', 'refused', inAnHour());
    await settled(one.notes);
    expect(await db.orm.select().from(db.tables.modelNotes)).toHaveLength(2);
  });
});
