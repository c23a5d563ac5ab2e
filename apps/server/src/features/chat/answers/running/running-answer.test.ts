import { expect, test } from 'vitest';
import type { FollowedEvent } from '../../live/follower.ts';
import { newMessage } from '../../records/new-message.ts';
import { guestOwner } from '../../records/owner.ts';
import { AnswerPart } from './answer-record.ts';
import { AnswerSources } from './answer-sources.ts';
import { RunningAnswer } from './running-answer.ts';

function begun() {
  const row = newMessage(
    { conversationId: 7, parentId: 'q', role: 'assistant', content: '', status: 'streaming' },
    new Date(),
  );
  return new RunningAnswer(row, { owner: guestOwner('guest'), chargeIds: [], provisionalTitle: null });
}

test('the first text is sent at once, also right after sources and steps; more text waits to be sent together', () => {
  const answer = begun();
  const events: FollowedEvent[] = [];
  answer.text.events.follow(0, { onEvent: (event) => events.push(event), onMoved() {} });
  answer.record
    .of(AnswerSources)
    .givePassages([{ url: '', title: 'lease.pdf', site: 'Page 2', quote: 'Three rents.', kind: 'file' }]);
  answer.text.putStep({ id: 's', kind: 'search', status: 'done', text: 'Searched', url: null, memoryId: null });
  answer.text.push('Three');
  const types = events.map(({ type }) => type);
  expect(events.at(-1)).toMatchObject({ type: 'delta', text: 'Three' });
  answer.text.push(' rents');
  expect(events.map(({ type }) => type)).toEqual(types);
  answer.text.emit();
  expect(events.at(-1)).toMatchObject({ type: 'delta', text: ' rents' });
});

test('a part is made when it is first asked for, and says what is stored with the end; later changes do nothing', () => {
  class Asked extends AnswerPart {
    times = 0;
    override atEnd({ content, status }: Parameters<AnswerPart['atEnd']>[0]) {
      return { feedbackReason: `${status}, asked ${this.times} times for "${content}"` };
    }
  }
  const answer = begun();
  answer.record.of(Asked).times++;
  answer.record.of(Asked).times++;
  answer.text.push('Two words.');
  answer.text.set({ turnsLeftOut: 3 });
  expect(answer.end('complete')).toBe(true);
  answer.text.set({ turnsLeftOut: 4 });
  expect(answer.row).toMatchObject({
    ...{ status: 'complete', content: 'Two words.', turnsLeftOut: 3 },
    feedbackReason: 'complete, asked 2 times for "Two words."',
  });
  expect(answer.end('failed')).toBe(false);
});
