// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx';

afterEach(cleanup);

const press = (element: HTMLElement) => fireEvent.pointerDown(element, { button: 0, ctrlKey: false });

test('a menu that is reopened right after a choice stays open while the focus returns to its button', () => {
  vi.useFakeTimers();
  try {
    render(
      <DropdownMenu trigger={<button type="button">More</button>}>
        <MenuItem>Share</MenuItem>
      </DropdownMenu>,
    );
    const more = screen.getByRole('button', { name: 'More' });
    press(more);
    act(() => void vi.runAllTimers());
    fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
    expect(screen.queryByRole('menuitem')).toBeNull();
    press(more);
    act(() => void vi.runAllTimers());
    expect(screen.getByRole('menuitem', { name: 'Share' })).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test('a menu that is reopened while it fades out stays open', () => {
  const style = document.createElement('style');
  style.textContent = '[data-state=open] { animation-name: in; } [data-state=closed] { animation-name: out; }';
  document.head.append(style);
  vi.useFakeTimers();
  try {
    render(
      <DropdownMenu trigger={<button type="button">More</button>}>
        <MenuItem>Share</MenuItem>
      </DropdownMenu>,
    );
    const more = screen.getByRole('button', { name: 'More' });
    press(more);
    act(() => void vi.runAllTimers());
    fireEvent.click(screen.getByRole('menuitem', { name: 'Share' }));
    expect(screen.getByRole('menu').dataset.state).toBe('closed');
    press(more);
    act(() => void vi.runAllTimers());
    expect(screen.getByRole('menu').dataset.state).toBe('open');

    // The button still closes an open menu.
    press(more);
    act(() => void vi.runAllTimers());
    expect(screen.getByRole('menu').dataset.state).toBe('closed');
  } finally {
    vi.useRealTimers();
    style.remove();
  }
});

test('a press elsewhere closes a menu', () => {
  vi.useFakeTimers();
  try {
    render(
      <>
        <DropdownMenu trigger={<button type="button">More</button>}>
          <MenuItem>Share</MenuItem>
        </DropdownMenu>
        <p>Elsewhere</p>
      </>,
    );
    press(screen.getByRole('button', { name: 'More' }));
    act(() => void vi.runAllTimers());
    press(screen.getByText('Elsewhere'));
    act(() => void vi.runAllTimers());
    expect(screen.queryByRole('menu')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
