// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DropdownMenu, MenuItem } from './dropdown-menu.tsx';

const press = (element: HTMLElement) => fireEvent.pointerDown(element, { button: 0, ctrlKey: false });

test('a menu that is opened again right after a choice stays open while the focus returns to its button', () => {
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
