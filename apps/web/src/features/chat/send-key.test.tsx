// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sendKey, useSendKey } from './send-key.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Box({ onSend }: { onSend: () => void }) {
  const { sends, hint } = useSendKey();
  return <textarea enterKeyHint={hint} onKeyDown={(event) => sends(event) && onSend()} />;
}

function setUp() {
  const sent = vi.fn();
  render(<Box onSend={sent} />);
  const box = screen.getByRole('textbox');
  const isSent = (event: object) => {
    sent.mockClear();
    fireEvent.keyDown(box, { key: 'Enter', ...event });
    return sent.mock.calls.length === 1;
  };
  return { box, isSent };
}

test('[2.58] Enter sends by default, also with Ctrl; Shift + Enter and the Enter of an input method do not', () => {
  const { box, isSent } = setUp();
  expect([isSent({}), isSent({ ctrlKey: true }), isSent({ shiftKey: true })]).toEqual([true, true, false]);
  expect([isSent({ isComposing: true }), isSent({ keyCode: 229 }), isSent({ key: 'a' })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(box.getAttribute('enterkeyhint')).toBe('send');
});

test('once a person has chosen Ctrl + Enter, here or in another tab, Enter alone adds a line', () => {
  const { box, isSent } = setUp();
  act(() => sendKey.set('ctrl-enter'));
  expect([isSent({}), isSent({ shiftKey: true })]).toEqual([false, false]);
  expect([isSent({ ctrlKey: true }), isSent({ metaKey: true })]).toEqual([true, true]);
  expect(isSent({ ctrlKey: true, isComposing: true })).toBe(false);
  expect(box.getAttribute('enterkeyhint')).toBe('enter');
  localStorage.setItem('noek_send_key', 'enter');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'noek_send_key' })));
  expect(isSent({})).toBe(true);
});
