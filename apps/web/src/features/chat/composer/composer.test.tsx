// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Composer } from './composer.tsx';

type Options = { text?: string; busy?: boolean; onStop?: () => void; onQueue?: (as: 'queueMessage' | 'steer') => void };

function Box({
  text: first = '',
  busy = false,
  onStop,
  onSend,
  onQueue,
}: Options & { onSend: (text: string) => void }) {
  const [text, setText] = useState(first);
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <Composer
      text={text}
      onText={setText}
      onSend={() => onSend(text)}
      busy={busy}
      onStop={onStop ?? null}
      onQueue={(as) => onQueue?.(as)}
      input={input}
    />
  );
}

function setUp(options: Options = {}) {
  const onSend = vi.fn();
  render(<Box {...options} onSend={onSend} />);
  const box = screen.getByLabelText<HTMLTextAreaElement>('Message Noek');
  return { box, onSend, type: (text: string) => fireEvent.change(box, { target: { value: text } }) };
}

afterEach(cleanup);

test('[2.56] the placeholder names the product', () => {
  expect(setUp().box.placeholder).toBe('Message Noek...');
});

test('[2.58] Enter sends, Shift+Enter does not', () => {
  const { box, type, onSend } = setUp();
  type('hello');
  fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
  expect(onSend).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledExactlyOnceWith('hello');
});

test('[2.58] Enter that ends a composition does not send', () => {
  const { box, type, onSend } = setUp();
  type('こんにちは');
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
  expect(onSend).not.toHaveBeenCalled();
});

test('[2.59] [5.21] blank text cannot be sent', () => {
  const { box, type, onSend } = setUp();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });
  expect(button.disabled).toBe(true);
  for (const text of ['  \n ', '\u200b', '\u2060 \u00ad', '\ufeff']) {
    type(text);
    expect(button.disabled).toBe(true);
    fireEvent.keyDown(box, { key: 'Enter' });
  }
  expect(onSend).not.toHaveBeenCalled();
  type('👩‍🚀');
  expect(button.disabled).toBe(false);
  type('x');
  expect(button.disabled).toBe(false);
});

test('[4.07] [5.21] while an answer runs, Enter queues, Ctrl+Enter interrupts, and Send becomes Stop', async () => {
  const onStop = vi.fn();
  const onQueue = vi.fn();
  const { box, onSend } = setUp({ text: 'queueMessage', busy: true, onStop, onQueue });
  fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
  expect(onQueue).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onQueue).toHaveBeenLastCalledWith('queueMessage');
  for (const pressed of [{ ctrlKey: true }, { metaKey: true }]) {
    onQueue.mockClear();
    fireEvent.keyDown(box, { key: 'Enter', ...pressed });
    expect(onQueue).toHaveBeenCalledExactlyOnceWith('steer');
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Queue message' }));
  expect(onQueue).toHaveBeenLastCalledWith('queueMessage');
  fireEvent.click(screen.getByRole('button', { name: 'Interrupt and send' }));
  expect(onQueue).toHaveBeenLastCalledWith('steer');
  expect(onSend).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 });
  expect(onStop).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 1 });
  expect(onStop).toHaveBeenCalledOnce();
});

test('Send becomes Stop in place: the same button keeps the focus and does not count as pressed again', () => {
  const onStop = vi.fn();
  const page = (busy: boolean) => <Box text="next" busy={busy} onStop={onStop} onSend={onSend} />;
  const onSend = vi.fn();
  const { rerender } = render(page(false));
  const send = screen.getByRole('button', { name: 'Send message' });
  send.focus();
  fireEvent.click(send);
  expect(onSend).toHaveBeenCalledTimes(1);
  rerender(page(true));
  const stop = screen.getByRole('button', { name: 'Stop' });
  expect(stop).toBe(send);
  expect(document.activeElement).toBe(stop);
  // A key that is still held down does not press it, and Stop never submits the form.
  expect(fireEvent.keyDown(stop, { key: 'Enter', repeat: true })).toBe(false);
  expect(fireEvent.click(stop, { detail: 0 })).toBe(false);
  expect(onStop).toHaveBeenCalledTimes(1);
  expect(onSend).toHaveBeenCalledTimes(1);
});

test('an emoji is one character of a message', () => {
  const { box, type, onSend } = setUp();
  type('😀'.repeat(32_001));
  expect(screen.getByRole('alert').textContent).toContain('32,001 characters. The limit is 32,000');
  type('😀'.repeat(32_000));
  expect(screen.getByRole('alert').textContent).toBe('');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledOnce();
});

test('text over 32,000 characters is kept and not sent, and the reason is shown', () => {
  const { box, type, onSend } = setUp();
  type('x'.repeat(32_001));
  expect(screen.getByRole('alert').textContent).toContain('32,001 characters. The limit is 32,000');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  expect(box.value).toHaveLength(32_001);
  type('x'.repeat(32_000));
  expect(screen.getByRole('alert').textContent).toBe('');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSend).toHaveBeenCalledOnce();
});

test('[4.07] Enter while an answer runs queues the text, but nothing that is blank', () => {
  const onQueue = vi.fn();
  const { box, type, onSend } = setUp({ busy: true, onStop: () => {}, onQueue });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(screen.getByRole('status').textContent).toBe('');
  type('and then?');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSend).not.toHaveBeenCalled();
  expect(onQueue).toHaveBeenCalledExactlyOnceWith('queueMessage');
});
