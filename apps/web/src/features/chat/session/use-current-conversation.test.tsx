// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { ConversationLists } from '../cache/conversation-lists.ts';
import { useCurrentConversation } from './use-current-conversation.ts';

function Page() {
  const [pending, setPending] = useState(false);
  const queries = useQueryClient();
  const [lists] = useState(() => new ConversationLists(queries));
  const { isMissing, isOpen } = useCurrentConversation({ conversationId: 7, pending, isSending: false, lists });
  return (
    <button type="button" onClick={() => setPending((before) => !before)}>
      {isMissing ? 'missing' : isOpen ? 'open' : 'closed'} {pending ? 'pending' : 'known'}
    </button>
  );
}

test('a conversation that is known to be missing is not requested again once the user is known', async () => {
  const calls = stubApi({
    'chat.conversation': () => {
      throw new Refusal('NOT_FOUND', 404, 'Conversation not found.');
    },
  });
  renderPage(<Page />);
  fireEvent.click(await screen.findByText('missing known'));
  fireEvent.click(await screen.findByText('missing pending'));
  expect(await screen.findByText('missing known')).toBeTruthy();
  expect(calls['chat.conversation']).toHaveLength(1);
});

test('a conversation that could not be read is requested again', async () => {
  let reached = false;
  const calls = stubApi({
    'chat.conversation': () => {
      throw reached ? new Refusal('NOT_FOUND', 404, 'Gone.') : new Refusal('BAD_REQUEST', 400, 'Not now.');
    },
  });
  renderPage(<Page />);
  fireEvent.click(await screen.findByText('closed known'));
  reached = true;
  fireEvent.click(await screen.findByText('closed pending'));
  expect(await screen.findByText('missing known')).toBeTruthy();
  expect(calls['chat.conversation']).toHaveLength(2);
});
