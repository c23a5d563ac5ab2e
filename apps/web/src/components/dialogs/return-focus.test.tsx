import { act, render, renderHook, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useReturnFocus } from './return-focus.ts';

test('a dialog that was opened from a menu returns the focus to the button of the menu', () => {
  const page = render(
    <>
      <button type="button" id="more">
        More
      </button>
      <div role="menu" aria-labelledby="more">
        <button type="button" role="menuitem">
          Clear
        </button>
      </div>
    </>,
  );
  const { result } = renderHook(() => useReturnFocus());
  screen.getByRole('menuitem').focus();
  act(() => result.current.onOpenAutoFocus());
  page.rerender(
    <button type="button" id="more">
      More
    </button>,
  );
  act(() => result.current.onCloseAutoFocus(new Event('close')));
  expect(document.activeElement).toBe(screen.getByText('More'));
});
