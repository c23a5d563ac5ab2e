import type { Document, DocumentWithContent } from '@noek/contract/documents/schemas';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal } from '../../../../api/refusal.ts';
import { DocumentEditing, type EditingPorts } from './document-editing.ts';
import type { KeptDraft } from './kept-drafts.ts';

afterEach(() => void vi.useRealTimers());

const first: DocumentWithContent = {
  ...{ id: 'd1', conversationId: 7, title: 'Plan', kind: 'markdown', version: 1, versions: 1, madeBy: 'answer' },
  ...{ messageId: 'm1', updatedAt: '2026-06-28T10:00:00.000Z', content: 'one' },
};
const withoutContent = ({ content: _, ...document }: DocumentWithContent): Document => document;

/** A server with one document, and a device that several pages share. */
function begin() {
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers();
  const versions = [first];
  const kept = new Map<string, KeptDraft>();
  const held = new Set<string>();
  const sends: string[] = [];
  const server = { newest: () => versions.at(-1) as DocumentWithContent, fails: null as unknown, losesAnswers: false };
  const push = (content: string) => {
    const { version } = server.newest();
    versions.push({ ...first, content, version: version + 1, versions: version + 1, madeBy: 'person' });
    return server.newest();
  };
  let ids = 0;
  const page = () => {
    const mine = new Set<string>();
    const ports: EditingPorts = {
      read: async () => server.newest(),
      async update({ baseVersion, content }) {
        sends.push(content);
        await Promise.resolve();
        if (server.fails) throw server.fails;
        if (baseVersion !== server.newest().version)
          throw refusal('The document has been changed since.', { code: 'CHANGED', httpStatus: 409 });
        const saved = withoutContent(push(content));
        if (server.losesAnswers) throw new TypeError('Failed to fetch');
        return saved;
      },
      onSaved: () => {},
      drafts: {
        all: async () => [...kept.values()].sort((one, other) => other.at - one.at),
        keep: async (draft) => void kept.set(draft.id, draft),
        keepNow: (draft) => void kept.set(draft.id, draft),
        remove: async (id) => void kept.delete(id),
        async claim(id) {
          if (held.has(id)) return null;
          held.add(id);
          mine.add(id);
          return () => void held.delete(id);
        },
        newId() {
          ids += 1;
          return `draft-${ids}`;
        },
      },
    };
    const editing = new DocumentEditing('d1', ports);
    return {
      editing,
      /** Opens the document as the panel does. */
      async open() {
        await editing.restore();
        editing.arrive(server.newest());
        return editing.state();
      },
      type: (text: string) => editing.edit(() => text),
      /** The page is closed: the browser gives its locks back. */
      async close() {
        await editing.flush();
        editing.close();
        for (const id of mine) held.delete(id);
      },
    };
  };
  return { server, push, kept, sends, page, settle: () => vi.advanceTimersByTimeAsync(300) };
}

test('a text that is typed is kept as a draft, and saving it makes a version and removes the draft', async () => {
  const { page, server, kept, settle } = begin();
  const { editing, open, type } = page();
  expect(await open()).toMatchObject({ text: 'one', isChanged: false, baseVersion: 1 });
  type('two');
  expect(editing.state().isChanged).toBe(true);
  await settle();
  expect([...kept.values()]).toMatchObject([{ content: 'two', baseVersion: 1, waiting: null }]);
  editing.save();
  expect(editing.state().save).toBe('saving');
  await settle();
  expect(editing.state()).toMatchObject({ isChanged: false, save: 'idle', baseVersion: 2 });
  expect(server.newest()).toMatchObject({ content: 'two', version: 2 });
  expect(kept.size).toBe(0);
});

test('a draft survives a reload, and says that it is restored', async () => {
  const { page, settle } = begin();
  const before = page();
  await before.open();
  before.type('typed and not saved');
  await before.close();
  const after = page();
  expect(await after.open()).toMatchObject({ text: 'typed and not saved', isChanged: true, isRestored: true });
  await settle();
  expect(after.editing.state().theirs).toBeNull();
});

test('what is typed while a save is on its way is kept, and a second save sends only the last text', async () => {
  const { page, server, sends, settle } = begin();
  const { editing, open, type } = page();
  await open();
  type('a');
  editing.save();
  type('ab');
  editing.save();
  type('abc');
  editing.save();
  type('abcd');
  await settle();
  expect(sends).toEqual(['a', 'abc']);
  expect(server.newest()).toMatchObject({ content: 'abc', version: 3 });
  expect(editing.state()).toMatchObject({ text: 'abcd', isChanged: true, save: 'idle', theirs: null });
});

test('a save in another tab shows here, and is a conflict if there is a draft, with both texts', async () => {
  const { page, push, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  editing.arrive(push('theirs'));
  expect(editing.state()).toMatchObject({ text: 'theirs', isChanged: false, baseVersion: 2, revision: 2 });
  type('mine');
  editing.arrive(push('theirs again'));
  expect(editing.state()).toMatchObject({ text: 'mine', theirs: { content: 'theirs again', version: 3 } });
  await settle();
  expect([...kept.values()]).toMatchObject([{ content: 'mine', baseVersion: 2 }]);
});

test('a refused save shows both, and "Keep mine" saves after theirs', async () => {
  const { page, push, server, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  push('theirs');
  type('mine');
  editing.save();
  await settle();
  expect(editing.state()).toMatchObject({ theirs: { content: 'theirs' }, text: 'mine', save: 'idle' });
  editing.keepMine();
  await settle();
  expect(server.newest()).toMatchObject({ content: 'mine', version: 3 });
  expect(editing.state()).toMatchObject({ theirs: null, isChanged: false });
  expect(kept.size).toBe(0);
});

test('"Take theirs" gives the own text back, so that it can return', async () => {
  const { page, push, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  type('mine');
  editing.arrive(push('theirs'));
  const mine = editing.takeTheirs();
  await settle();
  expect([mine, editing.state().text, editing.state().isChanged, kept.size]).toEqual(['mine', 'theirs', false, 0]);
  editing.bringBack(mine);
  await settle();
  expect(editing.state()).toMatchObject({ text: 'mine', isChanged: true, baseVersion: 2 });
  expect(kept.size).toBe(1);
});

test('a text merged by hand follows the newest version', async () => {
  const { page, push, server, settle } = begin();
  const { editing, open, type } = page();
  await open();
  type('mine');
  editing.arrive(push('theirs'));
  editing.saveMerged('both');
  await settle();
  expect(server.newest()).toMatchObject({ content: 'both', version: 3 });
  expect(editing.state()).toMatchObject({ theirs: null, isChanged: false, text: 'both' });
});

test('without a connection a save waits, and only the last one is sent when it is back', async () => {
  const { page, server, sends, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  server.fails = new TypeError('Failed to fetch');
  vi.stubGlobal('navigator', { onLine: false });
  type('first');
  editing.save();
  await settle();
  expect(editing.state()).toMatchObject({ save: 'waiting', text: 'first' });
  type('second');
  editing.save();
  await settle();
  expect([...kept.values()]).toMatchObject([{ waiting: 'second' }]);
  sends.length = 0;
  server.fails = null;
  vi.stubGlobal('navigator', { onLine: true });
  editing.retry();
  await settle();
  expect(sends).toEqual(['second']);
  expect(server.newest()).toMatchObject({ content: 'second', version: 2 });
  expect(editing.state().save).toBe('idle');
});

test('a save that waits is sent by the next page, also if the document has not been read yet', async () => {
  const { page, server, settle } = begin();
  const before = page();
  await before.open();
  server.fails = new TypeError('Failed to fetch');
  before.type('waits');
  before.editing.save();
  await settle();
  await before.close();
  server.fails = null;
  const after = page();
  await after.editing.restore();
  await settle();
  expect(server.newest()).toMatchObject({ content: 'waits', version: 2 });
  expect(after.editing.state()).toMatchObject({ isChanged: false, save: 'idle' });
});

test('a save whose answer is lost is no conflict with itself', async () => {
  const { page, server, settle } = begin();
  const { editing, open, type } = page();
  await open();
  server.losesAnswers = true;
  type('two');
  editing.save();
  await settle();
  server.losesAnswers = false;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(editing.state()).toMatchObject({ theirs: null, isChanged: false, baseVersion: 2, save: 'idle' });
  expect(server.newest().version).toBe(2);
});

test('two tabs with drafts never write the same one, and both drafts are found later', async () => {
  const { page, kept, settle } = begin();
  const [one, two] = [page(), page()];
  await one.open();
  await two.open();
  one.type('in the first tab');
  two.type('in the second tab');
  await settle();
  expect([...kept.values()].map(({ content }) => content)).toEqual(['in the first tab', 'in the second tab']);
  await one.close();
  await two.close();
  const later = page();
  const { text } = await later.open();
  later.editing.save();
  await settle();
  await later.close();
  const last = page();
  const state = await last.open();
  expect([text, state.text].sort()).toEqual(['in the first tab', 'in the second tab']);
  expect(state.theirs?.content).toBe(text);
});

test.each([
  ['NOT_FOUND', 404, 'The document was not found.', true],
  ['CONFLICT', 409, 'A document has at most 200 versions.', true],
  ['BAD_REQUEST', 400, 'A version has at most 1 MB.', false],
])('a refusal (%s) is told as a sentence, and the text stays', async (code, httpStatus, sentence, isFinal) => {
  const { page, server, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  server.fails = refusal(sentence, { code, httpStatus });
  type('mine');
  editing.save();
  await settle();
  expect(editing.state()).toMatchObject({ problem: { text: sentence, isFinal }, text: 'mine', isChanged: true });
  expect([...kept.values()]).toMatchObject([{ content: 'mine', waiting: null }]);
});

test('a text that is typed back to the version has no draft', async () => {
  const { page, kept, settle } = begin();
  const { editing, open, type } = page();
  await open();
  type('one and');
  await settle();
  expect(kept.size).toBe(1);
  type('one');
  await settle();
  expect([kept.size, editing.state().isChanged]).toEqual([0, false]);
});

test('in any order of typing, saving and foreign versions, every text is a version or is shown', async () => {
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  for (let round = 0; round < 60; round += 1) {
    const { page, push, server, settle } = begin();
    const next = random(round + 1);
    let { editing, open, type, close } = page();
    await open();
    let typed = 'one';
    for (let step = 0; step < 15; step += 1) {
      const dice = next();
      if (dice < 0.4) {
        typed = `${round}-${step}`;
        type(typed);
      } else if (dice < 0.6) editing.save();
      else if (dice < 0.7) editing.arrive(push(`foreign ${round}-${step}`));
      else if (dice < 0.8) push(`unseen ${round}-${step}`);
      else if (dice < 0.9) await settle();
      else {
        await close();
        ({ editing, open, type, close } = page());
        await open();
      }
      const shown = editing.text();
      const isTheirs = /foreign|unseen/.test(shown);
      expect([shown, isTheirs]).toEqual([isTheirs ? shown : typed, isTheirs]);
      if (isTheirs) typed = shown;
    }
    if (editing.state().theirs) editing.keepMine();
    else editing.save();
    await settle();
    for (let more = 0; more < 3 && editing.state().theirs; more += 1) {
      editing.keepMine();
      await settle();
    }
    expect(server.newest().content).toBe(editing.text());
    await close();
  }
});
