// @vitest-environment happy-dom
import { parseSearch } from '@noek/contract/chat/search-terms';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { createdAt } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { openChat, signedIn } from '../testing/open-chat.tsx';
import { foundRanges } from './found-ranges.ts';

beforeAll(() => Promise.all([import('../search/dialog/search-dialog.tsx'), import('./find-bar.tsx')]));

function found(html: string, q: string): string[] {
  const root = document.createElement('div');
  root.innerHTML = html;
  return foundRanges(root, parseSearch(q)).map(String);
}

test.each<[string, string, string, string[]]>([
  [
    'ignores case and accents',
    '<div class="prose"><p>A Lántern, a LANTERN</p></div>',
    'lantern',
    ['Lántern', 'LANTERN'],
  ],
  ['finds a word across markup', '<div class="prose"><p>the <b>lan</b>tern</p></div>', 'lantern', ['lantern']],
  ['does not join blocks', '<div class="prose"><p>lan</p><p>tern lantern</p></div>', 'lantern', ['lantern']],
  ['marks each word of a phrase', '<div class="prose"><p>red lamp, lamp red</p></div>', '"red lamp"', ['red', 'lamp']],
  ['finds the beginning of the last word', '<div data-text="">lanterns lit</div>', 'lit lant', ['lanterns', 'lit']],
  ['finds each spelling of a letter', '<div data-text="">Straße STRASSE</div>', 'strasse', ['Straße', 'STRASSE']],
  ['finds ё and е', '<div class="prose"><p>Ёлка, <b>е</b>лка</p></div>', 'ёлка', ['Ёлка', 'елка']],
  [
    'finds half-width kana, behind letters that change their length',
    '<div class="prose"><p>İ ß ﾊﾟ<b>ﾃﾞｰﾀ</b>ﾍﾞｰｽと<i>データ</i>ベース</p></div>',
    'データベース',
    ['ﾃﾞｰﾀﾍﾞｰｽ', 'データベース'],
  ],
  ['finds scripts without spaces', '<div class="prose"><p>東京タワーに行く</p></div>', 'タワー', ['タワー']],
  [
    'searches only the text',
    '<h2>lantern</h2><div class="prose"><p>x</p><figcaption>lantern</figcaption></div>',
    'lantern',
    [],
  ],
  [
    'searches code in a message once',
    '<div data-text="">a <div class="prose"><pre>lantern</pre></div></div>',
    'lantern',
    ['lantern'],
  ],
])('%s', (_, html, q, expected) => {
  expect(found(html, q).toSorted()).toEqual(expected.toSorted());
});

beforeEach(() => {
  vi.stubGlobal(
    'Highlight',
    class extends Set {
      constructor(...ranges: Range[]) {
        super(ranges);
      }
    },
  );
  vi.stubGlobal('CSS', { highlights: new Map(), escape: (text: string) => text });
});
const marked = (name: string) => [...((CSS.highlights.get(name) ?? []) as Iterable<Range>)].map(String);
const current = () =>
  marked('search-hit-current').map((text, index) => {
    const [range] = [...(CSS.highlights.get('search-hit-current') as Iterable<Range>)].slice(index);
    return `${text} in ${range?.startContainer.parentElement?.closest('[data-message]')?.getAttribute('data-message')}`;
  });

test('a hit is marked in its conversation, and buttons lead to the next and the previous one', async () => {
  const hit = (messageId: string) => ({
    conversationId: 7,
    messageId,
    title: 'Chat 7',
    snippet: `lantern of ${messageId}`,
    marks: [[0, 7]],
    role: 'user',
    archived: false,
    createdAt,
  });
  const { inputs } = openChat({
    ...signedIn,
    'chat.messages': () => [
      message('q1', { content: 'a lantern' }),
      answer('a1', { status: 'complete', parentId: 'q1', content: 'A **lantern** and another lantern.' }),
      message('q2', { parentId: 'a1', content: 'nothing' }),
      message('q3', { parentId: 'q2', content: 'the last lantern' }),
    ],
    'chat.search'({ q, conversationId }: { q: string; conversationId?: number }) {
      if (q === 'storm') throw new Refusal('BAD_REQUEST', 400, 'This cannot be searched for.');
      if (q === 'fog') return [];
      return conversationId === undefined ? [hit('a1')] : [hit('q3'), hit('a1'), hit('q1')];
    },
  });
  await screen.findByText('mira@example.com');
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search your conversations' }), {
    target: { value: 'lantern' },
  });
  fireEvent.click(await screen.findByRole('option'));

  const bar = within(await screen.findByRole('group', { name: 'Results for “lantern”' }));
  expect(await bar.findByText('2 of 3')).toBeTruthy();
  await waitFor(() => expect(current()).toEqual(['lantern in a1']));
  expect(inputs('chat.search')).toContainEqual({ q: 'lantern', conversationId: 7, limit: 100 });
  await waitFor(() => expect(marked('search-hit')).toHaveLength(3));

  const press = (name: string) => act(async () => void fireEvent.click(bar.getByRole('button', { name })));
  await press('Next result');
  await waitFor(() => expect(current()).toEqual(['lantern in a1']));
  expect(bar.getByText('2 of 3')).toBeTruthy();
  await press('Next result');
  await waitFor(() => expect(current()).toEqual(['lantern in q3']));
  expect(bar.getByText('3 of 3')).toBeTruthy();
  await press('Next result');
  await waitFor(() => expect(current()).toEqual(['lantern in q1']));
  await press('Previous result');
  await waitFor(() => expect(current()).toEqual(['lantern in q3']));
  const field = bar.getByRole('textbox', { name: 'Find in this conversation' });
  // Of an input method.
  for (const key of ['Enter', 'Escape']) await act(async () => void fireEvent.keyDown(field, { key, keyCode: 229 }));
  expect([current(), bar.queryByText('3 of 3') !== null]).toEqual([['lantern in q3'], true]);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('fog');
  expect(await bar.findByText('No results')).toBeTruthy();
  type('storm');
  expect(await bar.findByText('Could not search')).toBeTruthy();
  expect(bar.queryByText('No results')).toBeNull();
  await press('Close results');
  expect(screen.queryByRole('group', { name: /^Results for/ })).toBeNull();
  expect([...marked('search-hit'), ...marked('search-hit-current')]).toEqual([]);
});
