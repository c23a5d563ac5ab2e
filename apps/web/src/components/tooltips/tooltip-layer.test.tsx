// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { IconButton } from '../base/icon-button.tsx';
import { tooltip } from '../base/tooltip.ts';
import TooltipLayer from './tooltip-layer.tsx';

beforeAll(async () => {
  await import('./tooltip-bubble.tsx');
});
beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <IconButton label="Archive" />
      <IconButton label="Share" hint="Share this chat" />
      <p>Elsewhere</p>
      <a href="#followed">
        <time {...tooltip('November 12, 2026')}>Nov 12</time>
      </a>
      <TooltipLayer />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const over = (element: Element, pointerType = 'mouse') =>
  act(async () => void fireEvent.pointerOver(element, { pointerType }));
const hint = () => screen.queryByRole('tooltip')?.textContent;

test('[9.24] it opens after 700 ms', async () => {
  await over(screen.getByLabelText('Archive'));
  await wait(699);
  expect(hint()).toBeUndefined();
  await wait(2);
  expect(hint()).toBe('Archive');
});

test('[9.24] within 300 ms after one closed, the next opens immediately; later it waits again', async () => {
  await over(screen.getByLabelText('Archive'));
  await wait(701);
  await over(screen.getByText('Elsewhere'));
  await wait(200);
  expect(hint()).toBeUndefined();
  await over(screen.getByLabelText('Share'));
  await wait(1);
  expect(hint()).toBe('Share this chat');
  await over(screen.getByText('Elsewhere'));
  await wait(600);
  await over(screen.getByLabelText('Archive'));
  await wait(100);
  expect(hint()).toBeUndefined();
});

test('touch opens no tooltip; Escape and a press close it', async () => {
  await over(screen.getByLabelText('Archive'), 'touch');
  await wait(1_000);
  expect(hint()).toBeUndefined();
  await over(screen.getByLabelText('Archive'));
  await wait(701);
  await act(async () => void fireEvent.keyDown(document, { key: 'Escape' }));
  expect(hint()).toBeUndefined();
  await over(screen.getByText('Elsewhere'));
  await wait(600);
  await over(screen.getByLabelText('Share'));
  await wait(701);
  expect(hint()).toBe('Share this chat');
  await act(async () => void fireEvent.pointerDown(screen.getByLabelText('Share')));
  expect(hint()).toBeUndefined();
});

test('a long press on a time opens its tooltip and does not follow its link; a tap does', async () => {
  const time = screen.getByText('Nov 12');
  const touch = { pointerType: 'touch' };
  const press = (type: 'pointerDown' | 'pointerUp' | 'pointerCancel') =>
    act(async () => void fireEvent[type](time, touch));
  await press('pointerDown');
  await wait(300);
  await press('pointerUp');
  expect(fireEvent.click(time)).toBe(true);
  await wait(1_000);
  expect(hint()).toBeUndefined();

  await press('pointerDown');
  await wait(300);
  await press('pointerCancel');
  await wait(1_000);
  expect(hint()).toBeUndefined();

  await press('pointerDown');
  await wait(501);
  expect(hint()).toBe('November 12, 2026');
  expect(fireEvent.contextMenu(time)).toBe(false);
  await press('pointerUp');
  expect(fireEvent.click(time)).toBe(false);
  expect(hint()).toBe('November 12, 2026');

  await act(async () => void fireEvent.pointerDown(screen.getByText('Elsewhere'), touch));
  expect(hint()).toBeUndefined();
  await press('pointerDown');
  await press('pointerUp');
  expect(fireEvent.click(time)).toBe(true);
});
