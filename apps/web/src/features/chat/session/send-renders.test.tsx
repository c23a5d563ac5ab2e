// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ConversationView } from '../conversation/conversation-view.tsx';
import { ChatHeader } from '../header/chat-header.tsx';
import { SidebarPane } from '../sidebar/sidebar-pane.tsx';
import { answer, message } from '../testing/message.ts';
import { arrives, openChat, sent, signedIn } from '../testing/open-chat.tsx';

vi.mock('../header/chat-header.tsx', async (original) => {
  const { ChatHeader: Original } = await original<typeof import('../header/chat-header.tsx')>();
  return { ChatHeader: vi.fn(Original) };
});
vi.mock('../sidebar/sidebar-pane.tsx', async (original) => {
  const { SidebarPane: Original } = await original<typeof import('../sidebar/sidebar-pane.tsx')>();
  return { SidebarPane: vi.fn(Original) };
});
vi.mock('../conversation/conversation-view.tsx', async (original) => {
  const { ConversationView: Original } = await original<typeof import('../conversation/conversation-view.tsx')>();
  return { ConversationView: vi.fn(Original) };
});

test('a send renders the conversation again, but neither the header nor the sidebar, which read only who is here', async () => {
  const held: (() => void)[] = [];
  const { send, inputs } = openChat(
    {
      ...signedIn,
      'chat.messages': () => [
        message('q0', { content: 'A question' }),
        answer('a0', { parentId: 'q0', status: 'complete' }),
      ],
      'chat.send': async (input: Parameters<typeof sent>[0]) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return sent(input);
      },
    },
    7,
  );
  await screen.findByText('mira@example.com');
  await arrives({ type: 'hello' });
  await screen.findByText('A question');
  fireEvent.change(screen.getByLabelText('Message Noek'), { target: { value: 'Hello' } });
  const parts = [ConversationView, ChatHeader, SidebarPane].map((part) => vi.mocked(part).mockClear());
  send('Hello');
  await vi.waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  expect(parts.map(({ mock }) => mock.calls.length > 0)).toEqual([true, false, false]);
  for (const release of held) release();
});
