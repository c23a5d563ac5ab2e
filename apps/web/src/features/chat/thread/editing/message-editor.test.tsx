// @vitest-environment happy-dom
import type { Message } from '@noek/contract/chat/schemas';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type MessageActions, MessageActionsContext } from '../../message/message-actions.ts';
import { MessageEditor } from './message-editor.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function openEditor() {
  const actions = {
    busy: false,
    typedEdit: () => null,
    pastedEdit: () => [],
    takesFocus: () => true,
    writeEdit: vi.fn(),
  } as unknown as MessageActions;
  render(
    <MessageActionsContext value={actions}>
      <MessageEditor message={{ id: 'a', files: [] as Message['files'] } as Message} text="Apples" />
      <button type="button">Elsewhere</button>
    </MessageActionsContext>,
  );
  return screen.getByRole<HTMLTextAreaElement>('textbox');
}

const pass = (ms: number) => vi.advanceTimersByTime(ms);

test('an editor gets the focus back even if a busy machine hides it late', () => {
  const box = openEditor();
  expect(document.activeElement).toBe(box);
  pass(4_000);
  box.blur();
  pass(100);
  expect(document.activeElement).toBe(box);
});

test('the editor does not take the focus back after a press or focus elsewhere', () => {
  const box = openEditor();
  fireEvent.pointerDown(document.body);
  box.blur();
  pass(4_000);
  expect(document.activeElement).toBe(document.body);

  cleanup();
  const second = openEditor();
  screen.getByRole('button', { name: 'Elsewhere' }).focus();
  pass(100);
  screen.getByRole('button', { name: 'Elsewhere' }).blur();
  pass(4_000);
  expect(document.activeElement).not.toBe(second);
});

test('an edit without visible characters cannot be sent', () => {
  const box = openEditor();
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Save & send' });
  expect(send.disabled).toBe(false);
  fireEvent.change(box, { target: { value: '\u200b\n\u2060' } });
  expect(send.disabled).toBe(true);
});
