import { type ErrorCode, refusals } from '@noek/contract/calls/errors';
import { refusalsOf } from '@noek/contract/calls/operation';
import { operations, operationsByFeature } from '@noek/contract/operations';
import { expect, test } from 'vitest';
import { apiSection } from './documents.ts';
import { shortType } from './schema-text.ts';

/** The cells of the first table of a section of docs/api.md, without its head. */
const rowsOf = (heading: string) =>
  apiSection(heading)
    .text.split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('\\|', '|')));

const code = (text: string) => `\`${text}\``;

test('docs/api.md has a row for every error', () => {
  const rows = Object.entries(refusals).toSorted(([, a], [, b]) => a.status - b.status);
  expect(rowsOf('Errors')).toEqual(
    rows.map(([name, { status, meaning }]) => [String(status), code(name), meaning, moreFields(name as ErrorCode)]),
  );
});

/** The fields of an error other than message and code, with the paths that send them if not all do. */
function moreFields(name: ErrorCode): string {
  const senders = operations.flatMap((operation) =>
    refusalsOf(operation)
      .filter((refusal) => refusal.code === name)
      .map(({ fields }) => ({ path: operation.path, text: fields ? shortType(fields, 'output') : '' })),
  );
  const byText = Map.groupBy(senders, ({ text }) => text);
  return [...byText]
    .filter(([text]) => text !== '')
    .map(([text, sent]) => code(text) + (byText.size > 1 ? ` (${sent.map(({ path }) => path).join(', ')})` : ''))
    .join('; ');
}

test('docs/api.md has a row for every event of a stream', () => {
  const { events } = operationsByFeature.chat.send.answers[1];
  expect(rowsOf('Event streams')).toEqual(
    Object.entries(events).map(([name, data]) => [code(name), data.description ?? '']),
  );
});

test('a document without a section that the pages show is an error', () => {
  expect(() => apiSection('Failures')).toThrow(/"Failures"/);
});
