// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHeldPresses } from './hold-presses.ts';

afterEach(cleanup);

function List({ onCancel }: { onCancel: () => void }) {
  const scroller = useRef<HTMLElement>(null);
  useHeldPresses(scroller);
  return (
    <section ref={scroller}>
      <div data-testid="row">
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
        <button type="button">Other</button>
      </div>
    </section>
  );
}

function open() {
  const onCancel = vi.fn();
  render(<List onCancel={onCancel} />);
  const press = (on: HTMLElement) => fireEvent.pointerDown(on, { button: 0, clientX: 50, clientY: 50 });
  const release = (on: HTMLElement, clientX = 50) => fireEvent.click(on, { detail: 1, clientX, clientY: 50 });
  const cancel = screen.getByText('Cancel');
  const row = screen.getByTestId('row');
  return { onCancel, press, release, cancel, row };
}

test('a press of a button that is hidden before the release counts, once', () => {
  const { onCancel, press, release, cancel, row } = open();
  press(cancel);
  release(row);
  expect(onCancel).toHaveBeenCalledTimes(1);
  release(row);
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('an ordinary press counts once', () => {
  const { onCancel, press, release, cancel } = open();
  press(cancel);
  release(cancel);
  expect(onCancel).toHaveBeenCalledTimes(1);
});

test('a pointer that was moved away before the release presses nothing', () => {
  const { onCancel, press, release, cancel, row } = open();
  press(cancel);
  release(row, 80);
  expect(onCancel).not.toHaveBeenCalled();
  press(cancel);
  release(screen.getByText('Other'));
  expect(onCancel).not.toHaveBeenCalled();
});
