import { expect, test } from 'vitest';
import type { LinkMessage } from '../../../processes/links.ts';
import { createLinkedNews, type Published } from './linked-news.ts';

const stale = (conversationId: number): Published => ({ type: 'stale', conversationId });

function reader() {
  const happened: string[] = [];
  const said: LinkMessage[] = [];
  const linked = createLinkedNews({
    keys: () => ['user:1'],
    onNews: (key, news) => happened.push(`${key} ${'conversationId' in news ? news.conversationId : news.type}`),
    onChanged: (key, subject) => happened.push(`${key} reads ${subject}`),
  });
  const notified = (number: number) => linked.changed({ process: 'p', number, key: 'user:1', subject: String(number) });
  return { happened, said, linked, notified, open: () => linked.open({ process: 'p', send: (m) => said.push(m) }) };
}

test('without a link, each notification is read', () => {
  const { happened, notified } = reader();
  notified(1);
  notified(2);
  expect(happened).toEqual(['user:1 reads 1', 'user:1 reads 2']);
});

test('over a link, each change arrives once, whichever comes first', () => {
  const { happened, said, notified, open } = reader();
  const link = open();
  expect(said).toEqual([{ watch: 'user:1' }]);
  link.onWatched('user:1', 4);
  notified(5);
  link.onNews('user:1', 5, stale(5));
  link.onNews('user:1', 6, stale(6));
  notified(6);
  expect(happened).toEqual(['user:1 5', 'user:1 6']);
});

test('what was published before the other process knew of the reader is read', () => {
  const { happened, notified, open } = reader();
  const link = open();
  notified(3);
  link.onWatched('user:1', 4);
  notified(4);
  link.onNews('user:1', 5, stale(5));
  notified(5);
  expect(happened).toEqual(['user:1 reads 3', 'user:1 reads 4', 'user:1 5']);
});

test('when a link closes, what it did not bring is read, and what it brought is not', () => {
  const { happened, notified, open } = reader();
  const link = open();
  link.onWatched('user:1', 0);
  link.onNews('user:1', 1, stale(1));
  notified(1);
  notified(2);
  link.onClosed();
  notified(3);
  expect(happened).toEqual(['user:1 1', 'user:1 reads 2', 'user:1 reads 3']);
});

test('the other process learns of a reader that leaves, and of one that comes later', () => {
  const { said, linked, open } = reader();
  const link = open();
  linked.unwatch('user:1');
  linked.watch('user:2');
  link.onWatched('user:2', 0);
  link.onNews('user:1', 1, stale(1));
  expect(said).toEqual([{ watch: 'user:1' }, { unwatch: 'user:1' }, { watch: 'user:2' }]);
});
