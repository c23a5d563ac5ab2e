// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AlertDialog } from '../../dialogs/alert-dialog.tsx';
import { currentToast, dismissToast, toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeAll(async () => {
  await import('./toast-region.tsx');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  const shown = currentToast.get();
  if (shown) dismissToast(shown.id);
  cleanup();
  vi.useRealTimers();
});

const say = (...messages: Parameters<typeof toast>[0][]) =>
  act(async () => {
    for (const message of messages) toast(message);
    await vi.advanceTimersByTimeAsync(0);
  });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const titles = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('div > div')?.textContent);

test('[9.23] one at a time: a new toast replaces the last one', async () => {
  render(<Toaster />);
  await say({ title: 'First' }, { title: 'Second' });
  expect(titles()).toEqual(['Second']);
  await say({ title: 'Third', description: 'Details' });
  expect(titles()).toEqual(['Third']);
  expect(screen.getByText('Details')).toBeTruthy();
});

test('[9.23] it is shown for 5000 ms', async () => {
  render(<Toaster />);
  await say({ title: 'Saved' });
  await wait(4_900);
  expect(titles()).toEqual(['Saved']);
  await wait(200);
  expect(titles()).toEqual([]);
});

test('an action runs once and dismisses the toast', async () => {
  render(<Toaster />);
  const run = vi.fn();
  await say({ title: 'Deleted', action: { label: 'Undo', run } });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await wait(0);
  expect(run).toHaveBeenCalledTimes(1);
  expect(titles()).toEqual([]);
  await say({ title: 'Saved' });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[9.23] F8 moves the focus to the region', async () => {
  render(<Toaster />);
  await say({ title: 'Saved' });
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
  expect(document.activeElement?.tagName).toBe('OL');
});

test('[9.23] a swipe to the right dismisses after 50 px, and not before', async () => {
  render(<Toaster />);
  const swipe = async (distance: number) => {
    const item = screen.getByRole('listitem');
    fireEvent.pointerDown(item, { button: 0, clientX: 0, clientY: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(item, { clientX: distance, clientY: 0, pointerType: 'mouse' });
    fireEvent.pointerUp(item, { clientX: distance, clientY: 0, pointerType: 'mouse' });
    await wait(0);
  };
  await say({ title: 'Saved' });
  await swipe(49);
  expect(titles()).toEqual(['Saved']);
  await swipe(51);
  expect(titles()).toEqual([]);
});

test('it can be dismissed with its button', async () => {
  render(<Toaster />);
  await say({ title: 'Failed', variant: 'destructive' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(titles()).toEqual([]);
});

test('Escape closes a dialog even if a toast appeared after it', async () => {
  const onOpenChange = vi.fn();
  const question = (open: boolean) => (
    <>
      <AlertDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Delete"
        question="Are you sure?"
        confirm="Delete"
        onConfirm={() => {}}
      />
      <Toaster />
    </>
  );
  const { rerender } = render(question(true));
  await say({ title: 'Saved' });
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Escape' });
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  rerender(question(false));
  await wait(0);

  // Also without a toast, and only once.
  onOpenChange.mockClear();
  rerender(question(true));
  await wait(0);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Cancel' }), { key: 'Escape' });
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
