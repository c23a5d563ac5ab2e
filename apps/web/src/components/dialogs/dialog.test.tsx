// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

test('Escape of an input method keeps a dialog open, the next one closes it', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="New project" onClose={onClose}>
      <input aria-label="Name" />
    </Dialog>,
  );
  const field = screen.getByRole('textbox', { name: 'Name' });
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(onClose).toHaveBeenCalledOnce();
});
