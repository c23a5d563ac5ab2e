// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FatalBoundary } from '../states/fatal-fallback.tsx';
import NotFound from './not-found.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Broken(): never {
  throw new Error('broken');
}

test('[2.153] [8.55] the 404 page', () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
  render(<NotFound returnHref="http://chat.test/" />);
  expect(screen.getByRole('heading', { name: 'AI Pathway Error' })).toBeTruthy();
  expect(screen.getByText('NEURAL_PATH_404')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to Chat' }).getAttribute('href')).toBe('http://chat.test/');
  fireEvent.click(screen.getByRole('button', { name: 'Go Back' }));
  expect(back).toHaveBeenCalled();
  expect(document.title).toBe('AI Pathway Error · Noek');
});

test('[2.21] [2.153] the 404 page in place of a page of an account says so, and signing in comes first', () => {
  render(<NotFound returnHref="/" signIn={<a href="http://auth.test/login">Sign In</a>} />);
  expect(screen.getByRole('heading', { name: 'AI Pathway Error' })).toBeTruthy();
  expect(screen.getByText(/^This page belongs to an account/)).toBeTruthy();
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Sign In', 'Return to Chat']);
  expect(document.title).toBe('AI Pathway Error · Noek');
});

test('[2.53] [8.54] the fatal fallback reloads the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  render(
    <FatalBoundary>
      <Broken />
    </FatalBoundary>,
  );
  expect(screen.getByText('Something went wrong')).toBeTruthy();
  expect(screen.getByText('Please refresh the page to continue.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
  expect(reload).toHaveBeenCalled();
});
