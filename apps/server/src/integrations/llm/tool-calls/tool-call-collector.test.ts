import { describe, expect, test } from 'vitest';
import type { Json } from '../json.ts';
import type { LlmEvent } from '../llm.ts';
import { longestArguments, mostCalls, ToolCallCollector, withoutFence } from './tool-call-collector.ts';

/** A fragment of a streamed call. */
type Fragment = { index?: unknown; id?: string; name?: string; arguments?: unknown };

const fragmentOf = ({ index, id, ...part }: Fragment): Json => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id }),
  function: part,
});

function collected(fragments: readonly Fragment[]) {
  const collector = new ToolCallCollector();
  for (const fragment of fragments) collector.take(fragmentOf(fragment));
  return collector.events('Upstream').map((event) => (event.type === 'tool-call' ? [event.name, event.arguments] : []));
}

describe('a stream of very many calls', () => {
  const named = (at: number) => ({ id: `c${at}`, name: 'web_search', arguments: `{"query":"${at}"}` });

  test('takes a bounded number of steps per fragment', () => {
    let reads = 0;
    const collector = new ToolCallCollector();
    const fragments = 60_000;
    for (let index = 0; index < fragments; index++) {
      const fragment = fragmentOf(named(index));
      Object.defineProperty(fragment, 'index', {
        get() {
          reads += 1;
          return index;
        },
      });
      collector.take(fragment);
    }
    expect(reads).toBeLessThanOrEqual(4 * fragments);
    expect(collector.events('Upstream')).toHaveLength(mostCalls);
  });

  test.each([
    ['with numbers', (at: number) => ({ index: at })],
    ['all with the number 0', () => ({ index: 0 })],
    ['without numbers', () => ({})],
  ])('%s: the first calls are whole, and contain nothing of the others', (_, numbered) => {
    const fragments = Array.from({ length: 100 }, (_, at) => [
      { ...numbered(at), ...named(at), arguments: '' },
      { ...numbered(at), arguments: '{"query":' },
      { ...numbered(at), arguments: `"${at}"}` },
    ]).flat();
    expect(collected(fragments)).toEqual(
      Array.from({ length: mostCalls }, (_, at) => ['web_search', `{"query":"${at}"}`]),
    );
  });

  test('endless arguments are cut, so that their call cannot run', () => {
    const fragments = Array.from({ length: 3_000 }, () => ({ index: 0, arguments: 'x'.repeat(1_000) }));
    const [[, given = ''] = []] = collected([{ index: 0, name: 'web_search', arguments: '{"query":"' }, ...fragments]);
    expect(given.length).toBe(longestArguments);
    expect(() => JSON.parse(given)).toThrow();
  });
});

test('a document of a megabyte arrives whole, in small pieces', () => {
  const given = JSON.stringify({ title: 'Long', kind: 'markdown', content: '"\n'.repeat(512 * 1024) });
  const pieces = given.match(/[\s\S]{1,4096}/g) ?? [];
  const [first] = collected([
    { index: 0, name: 'write_document', arguments: '' },
    ...pieces.map((piece) => ({ index: 0, arguments: piece })),
  ]);
  expect(first?.[1] === given).toBe(true);
});

test('a code block around arguments is removed, however much white space is in it', () => {
  expect(withoutFence('```json\n{"a":1}\n```\n')).toBe('{"a":1}');
  expect(withoutFence('~~~\n{"a":1}')).toBe('{"a":1}');
  expect(withoutFence('{"a":"```"}')).toBe('{"a":"```"}');
  const blank = ' '.repeat(2_000_000);
  expect(withoutFence(`\`\`\`${blank}x${blank}y`)).toHaveLength(2_000_002);
});

const search = (query: string) => ['web_search', `{"query":"${query}"}`];
const call = (more: Fragment, query: string): Fragment => ({
  ...more,
  name: 'web_search',
  arguments: `{"query":"${query}"}`,
});
const streams: [what: string, fragments: Fragment[], calls: string[][]][] = [
  [
    'parallel calls without ids that all have the number 0',
    [call({ index: 0 }, 'ebb'), call({ index: 0 }, 'flood')],
    [search('ebb'), search('flood')],
  ],
  [
    'the same in pieces, with the name in each',
    [
      { index: 0, name: 'web_search', arguments: '{"query":' },
      { index: 0, name: 'web_search', arguments: '"ebb"}' },
      { index: 0, name: 'web_search', arguments: '{"query":' },
      { index: 0, name: 'web_search', arguments: '"flood"}' },
    ],
    [search('ebb'), search('flood')],
  ],
  [
    'arguments that continue with a bracket',
    [
      { index: 0, name: 'web_search', arguments: '{"query":"ebb","more":' },
      { index: 0, name: 'web_search', arguments: '{"flood":true}}' },
    ],
    [['web_search', '{"query":"ebb","more":{"flood":true}}']],
  ],
  [
    'parallel calls without ids or numbers of different tools',
    [{ name: 'time', arguments: '' }, call({}, 'ebb')],
    [['time', '{}'], search('ebb')],
  ],
  [
    'calls with ids whose pieces alternate under the number 0',
    [
      { index: 0, id: 'a', name: 'web_search', arguments: '{"query":' },
      { index: 0, id: 'b', name: 'web_search', arguments: '{"query":' },
      { index: 0, id: 'a', name: 'web_search', arguments: '"ebb"}' },
      { index: 0, id: 'b', name: 'web_search', arguments: '"flood"}' },
    ],
    [search('ebb'), search('flood')],
  ],
  [
    'calls with different numbers that all have the id "0"',
    [call({ index: 0, id: '0' }, 'ebb'), call({ index: 1, id: '0' }, 'flood')],
    [search('ebb'), search('flood')],
  ],
  ['a whole call that comes twice', [call({ index: 0 }, 'ebb'), call({ index: 0 }, 'ebb')], [search('ebb')]],
  [
    'an object as arguments that comes twice',
    [0, 1].map(() => ({ index: 0, id: 'a', name: 'web_search', arguments: { query: 'ebb' } })),
    [search('ebb')],
  ],
  [
    'all arguments so far in each fragment',
    ['', '{"que', '{"query":"', '{"query":"ebb"}', '{"query":"ebb"}'].map((so) => ({
      index: 0,
      id: 'a',
      name: 'web_search',
      arguments: so,
    })),
    [search('ebb')],
  ],
  [
    'a fragment that begins as the arguments do',
    ['{"query":', '{"query":"ebb"}}'].map((part) => ({ index: 0, id: 'a', name: 'web_search', arguments: part })),
    [['web_search', '{"query":{"query":"ebb"}}']],
  ],
  [
    'arguments in a code block',
    [{ index: 0, name: 'web_search', arguments: '```json\n{"query":"ebb"}\n```' }],
    [search('ebb')],
  ],
];

test.each(streams)('%s', (_, fragments, calls) => {
  expect(collected(fragments)).toEqual(calls);
});

describe('a call that is shown while it arrives', () => {
  const partsOf = (fragments: readonly Fragment[]) => {
    const collector = new ToolCallCollector();
    return fragments.map((fragment) => {
      const pending: LlmEvent[] = [];
      collector.take(fragmentOf(fragment), pending);
      return pending.map((event) => (event.type === 'tool-call-part' ? [event.position, event.text] : event.type));
    });
  };

  test('is told piece by piece, and other calls are not', () => {
    expect(
      partsOf([
        { index: 0, id: 'a', name: 'web_search', arguments: '{"query":"x"}' },
        { index: 1, id: 'b', name: 'write_document', arguments: '' },
        { index: 1, arguments: '{"title":' },
        { index: 1, arguments: '"A"}' },
        { index: 1, arguments: '' },
      ]),
    ).toEqual([[], [], [[1, '{"title":']], [[1, '"A"}']], []]);
  });

  test('is told once where each fragment has all arguments so far', () => {
    const parts = ['{"title":', '{"title":"A', '{"title":"AB"}'].map((so) => ({
      index: 0,
      name: 'write_document',
      arguments: so,
    }));
    expect(partsOf(parts)).toEqual([[[0, '{"title":']], [[0, '"A']], [[0, 'B"}']]]);
  });

  test('is told from its beginning when its name comes late', () => {
    const late = partsOf([
      { index: 0, arguments: '{"ti' },
      { index: 0, name: 'write_document', arguments: 'tle"' },
    ]);
    expect(late).toEqual([[], [[0, '{"title"']]]);
  });
});
