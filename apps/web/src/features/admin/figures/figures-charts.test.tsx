// @vitest-environment happy-dom
import type { Figures } from '@noek/contract/admin/figures';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FiguresCharts } from './figures-charts.tsx';

const none = [0, 0, 0];

const empty: Figures = {
  ...{ range: '7d', step: 'day' },
  at: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  people: { total: 3, signedUp: none, active: none },
  guestsSignedUp: none,
  messages: { people: none, guests: none },
  answers: { complete: none, stopped: none, interrupted: none, failed: none },
  models: [],
  firstToken: { median: [null, null, null], p95: [null, null, null] },
  queue: { waited: none, averageWaitMs: [null, null, null] },
  superNoek: none,
  revenue: [],
};

const chartTitles = [
  'New people',
  'Active people',
  'Messages',
  'Answers by model',
  'Failed and cut-off answers',
  'Time to the first word',
  'Answers that waited in the queue',
  'Guests who signed up',
  'People on SuperNoek',
];

/** Without a layout, elements have no width; charts here are 400 pixels wide. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: ResizeObserverCallback;
      constructor(notify: ResizeObserverCallback) {
        this.#notify = notify;
      }
      observe() {
        this.#notify([{ contentRect: { width: 400 } } as ResizeObserverEntry], this as never);
      }
      disconnect() {}
    },
  );
});

afterEach(cleanup);

const chart = (name: string) => screen.getByRole('region', { name });

/** The rows of a chart's table as texts. */
function table(name: string): string[] {
  fireEvent.click(within(chart(name)).getByText('Show as table', { exact: false }));
  return within(within(chart(name)).getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
}

test('without anything to count, each chart says so and shows no axis and no table', () => {
  render(<FiguresCharts figures={empty} />);
  for (const name of [...chartTitles, 'Revenue']) {
    expect(within(chart(name)).getAllByText('Nothing in this period').length).toBeGreaterThan(0);
    expect(within(chart(name)).queryByRole('img')).toBeNull();
    expect(within(chart(name)).queryByText('Show as table', { exact: false })).toBeNull();
  }
  expect(within(chart('Active people')).getByText('0 today')).toBeTruthy();
  expect(within(chart('New people')).getByText('0 in 7 days · 3 accounts in total')).toBeTruthy();
});

test('each chart has a name with its sum, and a table with the same numbers', () => {
  render(
    <FiguresCharts
      figures={{
        ...empty,
        messages: { people: [1, 2, 1200], guests: [0, 4, 0] },
        answers: { complete: [0, 6, 90], stopped: none, interrupted: [0, 0, 1], failed: [0, 0, 3] },
        models: [{ model: 'OpenAI · gpt-5-mini', answers: [0, 6, 94] }],
        firstToken: { median: [null, 420, 1_250], p95: [null, 900, 5_000] },
        queue: { waited: [0, 0, 4], averageWaitMs: [null, null, 1_500] },
        superNoek: [1, 1, 2],
      }}
    />,
  );
  expect(within(chart('Messages')).getByRole('img', { name: 'Messages: 1,207 in 7 days' })).toBeTruthy();
  expect(table('Messages')).toEqual([
    'Day | From people | From guests',
    'Thu, Nov 19 | 1 | 0',
    'Fri, Nov 20 | 2 | 4',
    'Sat, Nov 21 | 1,200 | 0',
  ]);
  expect(within(chart('Failed and cut-off answers')).getByText('4 in 7 days · 4% of all answers')).toBeTruthy();
  expect(table('Time to the first word')).toEqual([
    'Day | Median | 95th percentile',
    'Thu, Nov 19 | – | –',
    'Fri, Nov 20 | 0.4 s | 0.9 s',
    'Sat, Nov 21 | 1.3 s | 5 s',
  ]);
  expect(within(chart('Answers that waited in the queue')).getByText('4 in 7 days · 1.5 s on average')).toBeTruthy();
  expect(within(chart('People on SuperNoek')).getByText('2 now')).toBeTruthy();
});

test('revenue has a chart per currency, in its own unit, and shows days on which more was refunded than paid', () => {
  const revenue = [
    { currency: 'jpy', cents: [0, 1_500, 0] },
    { currency: 'usd', cents: [2_000, 0, -550] },
  ];
  render(<FiguresCharts figures={{ ...empty, revenue }} />);
  expect(within(chart('Revenue, USD')).getByText('$14.50 in 7 days · Paid minus refunded')).toBeTruthy();
  expect(table('Revenue, USD').at(-1)).toBe('Sat, Nov 21 | -$5.50');
  expect(table('Revenue, JPY').at(-2)).toBe('Fri, Nov 20 | ¥1,500');
  const heights = [...chart('Revenue, USD').querySelectorAll('.visx-bar')].map((bar) =>
    Number(bar.getAttribute('height')),
  );
  expect(heights).toHaveLength(3);
  expect(heights[0]).toBeGreaterThan(heights[2] ?? 0);
  expect(heights[2]).toBeGreaterThan(0);
});

test('no label beside an axis is cut at the left, however long the numbers are', () => {
  render(
    <FiguresCharts
      figures={{
        ...empty,
        messages: { people: [123_456, 234_567, 345_678], guests: none },
        firstToken: { median: [null, 420, 123_456], p95: [null, 900, 345_678] },
        revenue: [
          { currency: 'usd', cents: [12_345_600, 23_456_700, 34_567_800] },
          { currency: 'jpy', cents: [0, 999, -4_500] },
        ],
      }}
    />,
  );
  const labels = (name: string) =>
    [...chart(name).querySelectorAll('.visx-axis-left text')].map(({ textContent }) => textContent);
  expect(labels('Messages')).toEqual(['0', '100K', '200K', '300K', '400K']);
  expect(labels('Revenue, USD')).toEqual(['$0', '$100K', '$200K', '$300K', '$400K']);
  for (const text of document.querySelectorAll('.visx-axis-left text')) {
    const moved = text.closest('.visx-axis-left')?.getAttribute('transform') ?? '';
    const inner = Number(text.getAttribute('x')) + Number(text.closest('svg')?.getAttribute('x'));
    const end = Number(/translate\((\d+)/.exec(moved)?.[1]) + inner;
    // A character of this size is at most 7 px wide.
    expect(end - (text.textContent?.length ?? 0) * 7, text.textContent ?? '').toBeGreaterThanOrEqual(0);
  }
});
