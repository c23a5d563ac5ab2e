import { expect, test } from 'vitest';
import { keepAppQuery, packed, unpacked } from './app-query.ts';

function open(address: string): string {
  let shown = address;
  const history = { state: null, replaceState: (_: unknown, __: string, to: string) => (shown = to) };
  keepAppQuery({ location: new URL(address), history } as unknown as Window);
  return shown;
}

test.each([
  'client_id=https%3A%2F%2Fnotes.example&state=00123456789012345678901234567890',
  'state=%22quoted%22&state=twice&scope=read+chat&x=%F0%9F%98%80',
  'state=%zz&raw=é',
  'a',
  `state=${'x'.repeat(3_000)}`,
])('a query survives being packed: %s', (query) => {
  expect(packed(query)).toMatch(/^q[\w-]+$/);
  expect(unpacked(packed(query))).toBe(query);
});

test.each(['', 'q!', 'abc', 'q%', '{"a":1}'])('%j is no packed query', (asked) => {
  expect(unpacked(asked)).toBe('');
});

test('the query of an app is packed once, and no other page is touched', () => {
  const shown = open('http://chat.test/oauth/authorize?state=1e5');
  expect(shown).toBe(`/oauth/authorize?asked=${packed('state=1e5')}`);
  for (const address of [
    `http://chat.test${shown}`,
    'http://chat.test/oauth/authorize',
    'http://chat.test/connect?user_code=BCDF-GHJK',
    'http://chat.test/?state=1e5',
  ])
    expect(open(address)).toBe(address);
});
