// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';
import { PaneBoundary } from './pane-boundary.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let broken = true;
function Fragile() {
  if (broken) throw new RangeError('Maximum call stack size exceeded');
  return <p>whole</p>;
}

test('a failed pane is replaced, its neighbours stay, and Try again renders it again', () => {
  broken = true;
  render(
    <main>
      <PaneBoundary>
        <Fragile />
      </PaneBoundary>
      <p>beside</p>
    </main>,
  );
  expect(screen.getByRole('alert').textContent).toContain("This part of the page can't be shown.");
  expect(screen.getByText('beside')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('whole')).toBeTruthy();
});

test('a new resetKey renders it again, the same one does not', () => {
  broken = true;
  const show = (resetKey: string) => (
    <ErrorBoundary resetKey={resetKey} fallback={() => <p>instead</p>}>
      <Fragile />
    </ErrorBoundary>
  );
  const { rerender } = render(show('one'));
  broken = false;
  rerender(show('one'));
  expect(screen.getByText('instead')).toBeTruthy();
  act(() => rerender(show('two')));
  expect(screen.getByText('whole')).toBeTruthy();
});
