// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { EditDrafts } from './edits.ts';

beforeEach(() => localStorage.clear());

/** The edits that a page finds when it is opened afterwards. */
const afterReload = (edits: EditDrafts) => {
  edits.flush();
  return new EditDrafts();
};

test('typed text in an editor survives a reload; an untouched editor does not open again', () => {
  const edits = new EditDrafts();
  expect(edits.open(7, 'm1', 'As it was')).toEqual({ messageId: 'm1', text: 'As it was' });
  expect(afterReload(edits).opened(7)).toBeNull();
  edits.write(7, 'm1', 'Better');
  const again = afterReload(edits);
  expect(again.opened(7)).toEqual({ messageId: 'm1', text: 'Better' });
  expect(again.opened(8)).toBeNull();
});

test('opening another editor keeps the text of the first; cancelling removes it', () => {
  const edits = new EditDrafts();
  edits.open(7, 'm1', 'One');
  edits.write(7, 'm1', 'One, better');
  edits.open(7, 'm2', 'Two');
  edits.write(7, 'm2', 'Two, better');
  edits.drop(7, 'm2');
  expect(edits.opened(7)).toBeNull();
  expect(edits.open(7, 'm2', 'Two').text).toBe('Two');
  expect(edits.open(7, 'm1', 'One').text).toBe('One, better');
});

test('an edit that was sent leaves nothing behind', () => {
  const edits = new EditDrafts();
  edits.write(7, 'm1', 'Better');
  edits.drop(7, 'm1');
  expect(localStorage).toHaveLength(0);
});

test('signing out removes all edits and keeps drafts', () => {
  localStorage.setItem('noek_draft_7', '{"text":"a draft"}');
  const edits = new EditDrafts();
  edits.write(7, 'm1', 'secret');
  edits.flush();
  edits.clear();
  expect(Object.keys(localStorage)).toEqual(['noek_draft_7']);
  expect(edits.opened(7)).toBeNull();
});

test('broken storage gives no edit', () => {
  localStorage.setItem('noek_edit_7', '{"open":"m1","texts":{"m1":{"text":1},"m2":null}}');
  localStorage.setItem('noek_edit_8', 'null');
  const edits = new EditDrafts();
  expect(edits.opened(7)).toBeNull();
  expect(edits.opened(8)).toBeNull();
});
