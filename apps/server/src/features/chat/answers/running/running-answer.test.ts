import type { GenerationEvent } from '@noek/contract/chat/stream';
import { expect, test } from 'vitest';
import { newMessage } from '../../records/new-message.ts';
import { guestOwner } from '../../records/owner.ts';
import { RunningAnswer } from './running-answer.ts';

test('the first text is sent at once, also right after sources and steps; more text waits to be sent together', () => {
  const row = newMessage(
    { conversationId: 7, parentId: 'q', role: 'assistant', content: '', status: 'streaming' },
    new Date(),
  );
  const answer = new RunningAnswer(row, { owner: guestOwner('guest'), chargeIds: [], provisionalTitle: null });
  const events: GenerationEvent[] = [];
  answer.follow(0, { onEvent: (event) => events.push(event), onMoved() {} });
  answer.givePassages([{ url: '', title: 'lease.pdf', site: 'Page 2', quote: 'Three rents.', kind: 'file' }]);
  answer.putStep({ id: 's', kind: 'search', status: 'done', text: 'Searched', url: null, memoryId: null });
  answer.push('Three');
  const types = events.map(({ type }) => type);
  expect(events.at(-1)).toMatchObject({ type: 'delta', text: 'Three' });
  answer.push(' rents');
  expect(events.map(({ type }) => type)).toEqual(types);
  answer.emit();
  expect(events.at(-1)).toMatchObject({ type: 'delta', text: ' rents' });
});
