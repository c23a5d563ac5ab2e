import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { navigate } from '../components/base/navigate.ts';
import { PageLink } from '../components/page-link.tsx';
import { later, Pages } from './pages.tsx';

const code = Promise.withResolvers<{ default: () => React.ReactNode }>();
const Later = later(() => code.promise);
const scrolled = vi.fn();

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  vi.spyOn(window, 'scrollTo').mockImplementation(scrolled);
  scrolled.mockReset();
});
afterEach(cleanup);

/** Counts its clicks, so that a test sees whether it is still the same one. */
function Counter({ address }: { address: URL }) {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>{`${address.pathname} ${count}`}</button>;
}

function Broken(): never {
  throw new Error('broken page');
}

const show = () =>
  render(
    <Pages>
      {(address) => [
        <Route key="counter" path={/^\/(again)?$/}>
          <Counter address={address} />
          <PageLink href="/later">Later</PageLink>
        </Route>,
        <Route key="later" path="/later">
          <Later address={address} />
        </Route>,
        <Route key="broken" path="/broken">
          <Broken />
        </Route>,
        <Route key="lost">Nothing here</Route>,
      ]}
    </Pages>,
  );

test('a page stays mounted at another address of its own, and what no page has is the last one', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: '/ 0' }));
  act(() => navigate('/again'));
  expect(screen.getByRole('button', { name: '/again 1' })).toBeTruthy();
  act(() => navigate('/nowhere'));
  expect(screen.getByText('Nothing here')).toBeTruthy();
});

test('a page stays until the code of the next one has loaded', async () => {
  show();
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Later' })));
  expect(window.location.pathname).toBe('/later');
  expect(screen.getByRole('button', { name: '/ 0' })).toBeTruthy();
  await act(async () => code.resolve({ default: () => 'It has loaded' }));
  expect(await screen.findByText('It has loaded')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('[2.53] [8.54] a page that fails does not break the next one', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  show();
  act(() => navigate('/broken'));
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  act(() => navigate('/again'));
  expect(screen.getByRole('button', { name: '/again 0' })).toBeTruthy();
});

test('every other address starts at its top, except where a hash names a place', () => {
  show();
  expect(scrolled).not.toHaveBeenCalled();
  act(() => navigate('/again#place'));
  expect(scrolled).not.toHaveBeenCalled();
  act(() => navigate('/nowhere'));
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
});

test('the address that is open already adds nothing to the history', () => {
  show();
  const before = window.history.length;
  act(() => navigate('/again#place'));
  expect(window.history.length).toBe(before + 1);
  act(() => navigate(new URL('/again#place', window.location.href)));
  act(() => navigate('/nowhere', { replace: true }));
  expect(window.history.length).toBe(before + 1);
  expect(window.location.pathname).toBe('/nowhere');
});
