import { expect, test } from 'vitest';
import type { LeftOutKind } from '../importer.ts';
import { LeftOutReport, leftOutText } from './left-out.ts';

const conversation = (title: string, ...leftOut: [LeftOutKind, number][]) =>
  ({ conversation: { title }, leftOut: new Map(leftOut) }) as never;

test('what was left out is one line, with where it was', () => {
  const report = new LeftOutReport();
  expect(report.problem()).toBeNull();
  report.add(conversation('Nothing'));
  report.add(conversation('Tea', ['recordings', 2], ['calls', 1_000]));
  report.add(conversation('A trip to the sea that has a very long title', ['calls', 1]));
  report.add(conversation('A trip to the sea that has a very long title', ['cards', 1]));
  expect(report.problem()).toEqual({
    title: 'Left out of messages',
    reason:
      '1,001 calls of tools in 2 conversations; 1 card without words in “A trip to the sea that has a very long t…”; 2 recordings in “Tea”. The words around them were kept.',
  });
});

test('its words', () => {
  expect(
    leftOutText(
      new Map([
        ['recordings', 1],
        ['calls', 2],
        ['others', 1],
      ]),
    ),
  ).toBe('2 calls of tools, 1 recording and 1 part that Noek could not read');
});
