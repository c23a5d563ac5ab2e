import type { Message, MessagePage, SendResult } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { fakeLayout } from '../../../testing/fake-layout.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { mira } from '../../session/testing/mira.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import { ChatScreen } from '../chat-screen.tsx';
import { loadThread } from '../conversation/load-thread.ts';
import { conversation } from './conversation.ts';
import { answer, message } from './message.ts';

const allowance = { remainingMessages: 9, messageLimit: 10, resetAt: null, windows: [] };

type Handler = (input: never) => unknown;
export const refuse = (status: number, code: ConstructorParameters<typeof Refusal>[0], text: string): never => {
  throw new Refusal(code, status, text);
};

export const guest: Record<string, Handler> = {
  'auth.user': () => null,
  'chat.guestStatus': () => ({ ...allowance, remainingMessages: 10, messageCount: 0, hasReachedLimit: false }),
  'chat.conversation': ({ conversationId }: { conversationId: number }) => conversation(conversationId),
  'chat.messages': () => [],
};
export const signedIn: Record<string, Handler> = {
  ...guest,
  'auth.user': () => mira,
  'chat.allowance': () => ({ ...allowance, messageLimit: 3_000, remainingMessages: 2_941 }),
  'chat.conversations': () => ({ conversations: [], nextCursor: null }),
  'chat.pinned': () => [],
  'projects.list': () => [],
  'projects.trash': () => [],
};

/** The open conversation. */
export const place: { current: number | null } = { current: null };
/** The open project. */
export const projectPlace: { current: string | null } = { current: null };

/** The message in the address. */
export const linked: { current: string | null } = { current: null };

const nowhere = { conversationId: null, projectId: null, messageId: null, find: null };

function App({ startAt, messageId }: { startAt: number | string | null; messageId: string | null }) {
  const [at, setAt] = useState<Pick<ChatNavigation, 'conversationId' | 'projectId' | 'messageId' | 'find'>>({
    ...nowhere,
    ...(typeof startAt === 'string' ? { projectId: startAt } : { conversationId: startAt }),
    messageId,
  });
  place.current = at.conversationId;
  projectPlace.current = at.projectId;
  linked.current = at.messageId;
  return (
    <>
      <ChatScreen
        navigation={{
          ...at,
          entry: String(at.conversationId ?? ''),
          hrefOf: (id) => (id ? `/chat/${id}` : '/'),
          open: (conversationId, { messageId = null, find = null } = {}) =>
            setAt({ ...nowhere, conversationId, messageId, find }),
          document: null,
          hrefOfDocument: (id, place) => `/chat/${id}?document=${place.id}`,
          openDocument: () => {},
          hrefOfProject: (id) => `/project/${id}`,
          openProject: (projectId) => setAt({ ...nowhere, projectId }),
        }}
      />
      <Toaster />
    </>
  );
}

/** All messages as one page, with nothing before or after it. */
const pageOf = (messages: readonly Message[], fields: Partial<MessagePage> = {}): MessagePage => ({
  messages: [...messages],
  older: null,
  newer: null,
  versions: {},
  ...fields,
});

/**
 * Opens the chat screen, empty, at a conversation or at a project (its id, a string), with the API that `handlers` provide. Their answer
 * to `chat.messages` becomes one page, unless they answer `chat.messagePage` themselves. `config` changes the public settings.
 * `messageId`: the message in the address.
 */
export function openChat(
  handlers: Record<string, Handler>,
  startAt: number | string | null = null,
  config: Partial<PublicConfig> = {},
  messageId: string | null = null,
) {
  const whole = async (input: never) => pageOf((await handlers['chat.messages']?.(input)) as Message[]);
  const calls = stubApi({
    'chat.messagePage': whole,
    'chat.queue': () => ({ messages: [], paused: null }),
    ...handlers,
  });
  renderPage(<App startAt={startAt} messageId={messageId} />, config);
  const box = () => screen.getByLabelText<HTMLTextAreaElement>('Message Noek');
  const send = (text: string) => {
    fireEvent.change(box(), { target: { value: text } });
    fireEvent.keyDown(box(), { key: 'Enter' });
  };
  return { box, send, place, inputs: (path: string) => (calls[path] ?? []) as Record<string, unknown>[] };
}

/** The live stream of the page, as soon as it is open. */
export const liveStream = () =>
  vi.waitFor(() => {
    const stream = FakeEventSource.made.at(-1);
    if (stream?.readyState !== 1) throw new Error('No live stream is open.');
    return stream;
  });
/** Sends events over the live stream. */
export async function arrives(...events: LiveEvent[]): Promise<void> {
  const stream = await liveStream();
  await act(async () => stream.send(events));
}

export const sent = (input: { content: string; clientMessageId: string }): SendResult => ({
  conversation: conversation(7, { title: 'First words' }),
  userMessage: message('q', { content: input.content, clientMessageId: input.clientMessageId }),
  assistantMessage: answer('a'),
  allowance,
  branched: false,
});

let wide = true;
/** Call before `openChat`: whether the screen is wide enough for a sidebar next to the page. */
export const setWide = (value: boolean) => {
  wide = value;
};
beforeAll(async () => {
  await Promise.all([
    import('../markdown/markdown.tsx'),
    loadThread(),
    import('../sidebar/sidebar.tsx'),
    import('../header/signed-in/header-menus.tsx'),
    import('../live/join-live.ts'),
    import('../opened-dialog.tsx'),
    import('../sharing/others-conversation.tsx'),
    import('../../../components/base/toasts/toast-region.tsx'),
  ]);
});
beforeEach(() => {
  wide = true;
  currentToast.set(null);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeLayout();
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => ({ matches: wide, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
});
afterEach(() => void vi.restoreAllMocks());

/** Opens the header's menu and returns one of its items. */
export const headerItem = (name: string): Promise<HTMLElement> =>
  itemOf(within(screen.getByRole('banner')).findByRole('button', { name: 'More' }), name);

/** Opens the menu with the other actions of a message, the only one in `scope`, and returns one of its items. */
export const otherAction = (name: string, scope: HTMLElement = document.body): Promise<HTMLElement> =>
  itemOf(within(scope).findByRole('button', { name: 'Other actions' }, { timeout: 5_000 }), name);

async function itemOf(found: Promise<HTMLElement>, name: string): Promise<HTMLElement> {
  const trigger = await found;
  trigger.focus();
  fireEvent.keyDown(trigger, { key: 'Enter' });
  return await screen.findByRole('menuitem', { name });
}
