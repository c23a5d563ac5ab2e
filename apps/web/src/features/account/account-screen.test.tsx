// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { AccountScreen } from './account-screen.tsx';
import type { SectionName } from './account-section.tsx';

const open = (section: SectionName | null = null) =>
  renderPage(<AccountScreen section={section} chatHref="/" onSignOut={() => {}} />);

test('[2.122] [2.123] [2.124] [2.125] [2.126] the page has an info box and its sections as headings', () => {
  stubApi({});
  open();
  expect(screen.getByText('Coming Soon')).toBeTruthy();
  expect(screen.getByText(/Image and file upload/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'support@noek.test' }).getAttribute('href')).toBe('mailto:support@noek.test');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Account Information',
    'Current Plan',
    'Security Settings',
    'Data Controls',
    'Sessions',
    'API Tokens',
    'Export',
    'Who looked at my chats',
    'Danger Zone',
  ]);
  expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/');
});

test.each([
  [null, 'Account'],
  ['plan', 'Current Plan'],
  ['security', 'Security Settings'],
] as const)('[2.11] [2.12] section %s: the focus is on its heading', (section, heading) => {
  stubApi({});
  open(section);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }));
});
