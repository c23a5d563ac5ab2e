import { expect, test, vi } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { answer } from '../testing/message.ts';
import { AnswerNotifier } from './answer-notifier.ts';

function setUp(here: number | null = 7) {
  const state = { hidden: false, mayAsk: true };
  const [mark, notify, ask] = [vi.fn(), vi.fn(), vi.fn()];
  const notifier = new AnswerNotifier({ isHidden: () => state.hidden, mayAsk: () => state.mayAsk, mark, notify, ask });
  notifier.show(here);
  const hide = (hidden: boolean) => {
    state.hidden = hidden;
    notifier.onVisibility();
  };
  const starts = (id: string, conversationId = 7) =>
    notifier.apply([{ type: 'messages', conversationId, messages: [answer(id, { conversationId })] }]);
  const ends = (id: string, fields: Parameters<typeof answer>[1] = {}) =>
    notifier.apply([{ type: 'done', message: answer(id, { status: 'complete', content: 'Secret.', ...fields }) }]);
  return { notifier, state, mark, notify, ask, hide, starts, ends };
}

test('an answer that ends while the page is hidden marks the title and is announced, with the title alone', () => {
  const { notifier, mark, notify, hide, starts, ends } = setUp();
  notifier.know(conversation(7, { title: 'Old' }));
  starts('a');
  hide(true);
  notifier.apply([{ type: 'conversation', conversation: conversation(7, { title: 'Tides', temporary: true }) }]);
  ends('a');
  expect(mark).toHaveBeenCalledOnce();
  expect(notify).toHaveBeenCalledExactlyOnceWith({
    messageId: 'a',
    conversationId: 7,
    conversation: { title: 'Tides', temporary: true },
    failed: false,
  });
  ends('a');
  expect(notify).toHaveBeenCalledOnce();
});

test('nothing is announced of what was seen, stopped, or shown on another page', () => {
  const { mark, notify, hide, starts, ends } = setUp();
  starts('seen');
  ends('seen');
  starts('stopped');
  starts('elsewhere', 8);
  hide(true);
  ends('stopped', { status: 'stopped' });
  ends('elsewhere', { conversationId: 8 });
  ends('unknown');
  expect(notify).not.toHaveBeenCalled();
  expect(mark).not.toHaveBeenCalled();
});

test('an answer that this page has shown is announced from another conversation, without a mark', () => {
  const { notifier, mark, notify, hide, starts, ends } = setUp(null);
  // The conversation opens once it exists, after its first answer has begun.
  starts('a');
  notifier.show(7);
  notifier.show(8);
  hide(true);
  ends('a', { status: 'failed' });
  expect(notify).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ conversationId: 7, failed: true }));
  expect(mark).not.toHaveBeenCalled();
});

test('a notification is still shown for an answer whose stream was interrupted', () => {
  const { notifier, notify, hide, starts, ends } = setUp();
  starts('a');
  hide(true);
  notifier.apply([{ type: 'hello' }, { type: 'answer', message: answer('a') }]);
  ends('a');
  expect(notify).toHaveBeenCalledOnce();
});

test('it asks only a person who left while an answer was running, when they come back, and if it may', () => {
  const { state, ask, hide, starts, ends } = setUp();
  hide(true);
  hide(false);
  starts('a');
  ends('a');
  hide(true);
  hide(false);
  expect(ask).not.toHaveBeenCalled();
  starts('b');
  hide(true);
  expect(ask).not.toHaveBeenCalled();
  ends('b');
  hide(false);
  expect(ask).toHaveBeenCalledOnce();
  hide(true);
  // Sent a moment before.
  starts('late');
  hide(false);
  expect(ask).toHaveBeenCalledTimes(2);
  state.mayAsk = false;
  starts('c');
  hide(true);
  hide(false);
  expect(ask).toHaveBeenCalledTimes(2);
});
