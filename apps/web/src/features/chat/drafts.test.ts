// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { Drafts } from './drafts.ts';

beforeEach(() => localStorage.clear());

let made = 0;
const newId = () => `id-${++made}`;
/** What a page finds that is opened afterwards. */
const afterReload = (drafts: Drafts) => {
  drafts.flush();
  return new Drafts();
};

test('what was typed survives a reload, each conversation on its own', () => {
  const drafts = new Drafts();
  drafts.write(null, 'new');
  drafts.write(7, 'seven');
  const again = afterReload(drafts);
  expect(again.get(null).text).toBe('new');
  expect(again.get(7).text).toBe('seven');
  expect(again.get(8).text).toBe('');
});

test('[8.39] a failed send puts its text back, before what was typed since', () => {
  const drafts = new Drafts();
  drafts.write(7, 'first');
  drafts.begin(7, 'first', newId);
  expect(drafts.get(7).text).toBe('');
  drafts.write(7, 'second');
  drafts.failed(7);
  expect(drafts.get(7).text).toBe('first\n\nsecond');
});

test('a retry of the same text keeps its id, another text gets a new one', () => {
  const drafts = new Drafts();
  const first = drafts.begin(7, 'hello', newId);
  drafts.failed(7);
  expect(drafts.begin(7, 'hello', newId).clientMessageId).toBe(first.clientMessageId);
  drafts.failed(7);
  expect(drafts.begin(7, 'hello!', newId).clientMessageId).not.toBe(first.clientMessageId);
});

test('a page that was left while sending finds the text and its id again', () => {
  const drafts = new Drafts();
  drafts.write(null, 'hello');
  const sent = drafts.begin(null, 'hello', newId);
  const again = afterReload(drafts);
  expect(again.get(null).text).toBe('hello');
  expect(again.begin(null, 'hello', newId)).toEqual(sent);
});

test('a failed send is there once after a reload, not twice', () => {
  const drafts = new Drafts();
  drafts.begin(7, 'hello', newId);
  drafts.failed(7);
  expect(afterReload(drafts).get(7).text).toBe('hello');
});

test('a message that did arrive does not stay in the box', () => {
  const drafts = new Drafts();
  const sent = drafts.begin(7, 'hello', newId);
  const again = afterReload(drafts);
  again.foundSent(7, new Set(['other']));
  expect(again.get(7).text).toBe('hello');
  again.foundSent(7, new Set([sent.clientMessageId]));
  expect(again.get(7)).toEqual({ text: '', unsent: null });
});

test('an accepted send leaves nothing behind', () => {
  const drafts = new Drafts();
  drafts.write(7, 'hello');
  drafts.begin(7, 'hello', newId);
  drafts.accepted(7);
  expect(localStorage.length).toBe(0);
});

test('[4.05] the draft goes with the conversation when it gets its id', () => {
  const drafts = new Drafts();
  const sent = drafts.begin(null, 'hello', newId);
  drafts.write(null, 'more');
  drafts.move(null, 7);
  expect(drafts.get(null)).toEqual({ text: '', unsent: null });
  expect(drafts.get(7)).toEqual({ text: 'more', unsent: sent });
});

test('signing out forgets all drafts and nothing else', () => {
  localStorage.setItem('noek_theme', 'dark');
  const drafts = new Drafts();
  drafts.write(7, 'secret');
  drafts.flush();
  drafts.clear();
  expect(Object.keys(localStorage)).toEqual(['noek_theme']);
  expect(drafts.get(7).text).toBe('');
});

test('broken storage is an empty draft', () => {
  localStorage.setItem('noek_draft_7', '{"text":1,"unsent":{"content":2}}');
  localStorage.setItem('noek_draft_8', 'nonsense');
  const drafts = new Drafts();
  expect(drafts.get(7).text).toBe('');
  expect(drafts.get(8).text).toBe('');
});
