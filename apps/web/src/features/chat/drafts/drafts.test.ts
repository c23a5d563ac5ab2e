// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { forgetTemporary, newIsTemporary, noteTemporary } from '../temporary-chats.ts';
import { Drafts } from './drafts.ts';

beforeEach(() => {
  localStorage.clear();
  forgetTemporary();
});

/** The drafts that a page finds when it is opened afterwards. */
const afterReload = (drafts: Drafts) => {
  drafts.flush();
  return new Drafts();
};

test('typed text survives a reload, separately for each conversation', () => {
  const drafts = new Drafts();
  drafts.write(null, 'new');
  drafts.write(7, 'seven');
  const again = afterReload(drafts);
  expect(again.get(null)).toBe('new');
  expect(again.get(7)).toBe('seven');
  expect(again.get(8)).toBe('');
});

test('sent text leaves the box and the device; a different text in the box stays', () => {
  const drafts = new Drafts();
  drafts.write(7, ' hello ');
  drafts.take(7, 'hello');
  expect(drafts.get(7)).toBe('');
  expect(localStorage.length).toBe(0);
  drafts.write(7, 'half a thought');
  drafts.take(7, 'a prompt that was picked');
  expect(afterReload(drafts).get(7)).toBe('half a thought');
});

test('what was pasted stays with its text: after a reload, in another conversation and after a refusal, until it is sent', () => {
  const drafts = new Drafts();
  drafts.write(null, 'my bank is Acme');
  drafts.change(null, { pasted: ['my bank'] });
  drafts.move(null, 7);
  expect(afterReload(drafts).draft(7).pasted).toEqual(['my bank']);
  expect(drafts.known()).toEqual([['7', { text: 'my bank is Acme', pasted: ['my bank'] }]]);
  expect(drafts.take(7, 'a prompt that was picked')).toBeUndefined();
  expect(drafts.take(7, 'my bank is Acme ')).toEqual(['my bank']);
  expect([drafts.draft(7).pasted, localStorage.length]).toEqual([undefined, 0]);
  drafts.restoreDraft(7, 'my bank is Acme', [], ['my bank']);
  expect(drafts.draft(7).pasted).toEqual(['my bank']);
  drafts.restore([['8', { text: 'kept for sign-in', pasted: ['kept'] }]]);
  expect(drafts.draft(8).pasted).toEqual(['kept']);
});

test('[8.39] a refused text is restored before newer text', () => {
  const drafts = new Drafts();
  drafts.write(7, 'second');
  drafts.restoreDraft(7, 'first');
  expect(new Drafts().get(7)).toBe('first\n\nsecond');
});

test('[4.05] the draft moves with the conversation when it gets its id', () => {
  const drafts = new Drafts();
  drafts.write(null, 'more');
  drafts.move(null, 7);
  expect(drafts.get(null)).toBe('');
  expect(drafts.get(7)).toBe('more');
});

test('signing out removes all drafts and nothing else', () => {
  localStorage.setItem('noek_theme', 'dark');
  const drafts = new Drafts();
  drafts.write(7, 'secret');
  drafts.flush();
  drafts.clear();
  expect(Object.keys(localStorage)).toEqual(['noek_theme']);
  expect(drafts.get(7)).toBe('');
});

test('broken storage gives an empty draft', () => {
  localStorage.setItem('noek_draft_7', '{"text":1}');
  localStorage.setItem('noek_draft_8', 'nonsense');
  const drafts = new Drafts();
  expect(drafts.get(7)).toBe('');
  expect(drafts.get(8)).toBe('');
});

test('every listener learns that a draft has moved', () => {
  const drafts = new Drafts();
  const heard: string[] = [];
  drafts.onMoved.add((from, to) => heard.push(`first ${from} ${to}`));
  drafts.onMoved.add((from, to) => heard.push(`second ${from} ${to}`));
  drafts.move(null, 7);
  expect(heard).toEqual(['first null 7', 'second null 7']);
});

test('what is typed in a temporary chat lasts as long as the page, and is not on this device', () => {
  const drafts = new Drafts();
  drafts.write(null, 'a secret');
  drafts.flush();
  newIsTemporary.set(true);
  drafts.move(null, null);
  expect(localStorage.length).toBe(0);
  // Another screen of the same page.
  expect(new Drafts().get(null)).toBe('a secret');
  noteTemporary(7, true);
  drafts.move(null, 7);
  newIsTemporary.set(false);
  drafts.write(8, 'usual');
  drafts.flush();
  expect(JSON.stringify(localStorage)).not.toContain('secret');
  expect(drafts.known()).toEqual([['8', { text: 'usual' }]]);
  expect(drafts.get(7)).toBe('a secret');
  // It is kept.
  noteTemporary(7, false);
  drafts.write(7, 'no secret any more');
  expect(afterReload(drafts).get(7)).toBe('no secret any more');
});

test('signing out removes what was typed in a temporary chat, too', () => {
  const drafts = new Drafts();
  newIsTemporary.set(true);
  drafts.write(null, 'a secret');
  drafts.flush();
  drafts.clear();
  forgetTemporary();
  expect(drafts.get(null)).toBe('');
  expect(new Drafts().get(null)).toBe('');
});
