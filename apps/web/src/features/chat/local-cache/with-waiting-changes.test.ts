import { expect, test } from 'vitest';
import { project } from '../projects/testing/project.ts';
import { conversation } from '../testing/conversation.ts';
import { withWaitingChanges } from './with-waiting-changes.ts';

const change = (kind: string, input: unknown) => ({ id: kind, ownerId: 'ada', pageId: 'p', kind, input });

test('kept chats and projects look as they will after the changes that wait', () => {
  const kept = {
    conversations: [conversation(1), conversation(2), conversation(3)],
    projects: [project('g'), project('h')],
  };
  const { conversations, projects } = withWaitingChanges(kept, [
    change('pin', { conversationId: 1, pinned: true }),
    change('move', { action: 'move', conversationIds: [1, 2], projectId: 'g' }),
    change('move', { action: 'move', conversationIds: [2], projectId: null }),
    change('project', { projectId: 'g', name: 'Garden', memory: 'own' }),
    change('deleteProject', { projectId: 'h', conversations: 'keep' }),
    change('orderPrompts', { ids: ['x'] }),
  ]);
  expect(conversations).toEqual([
    conversation(1, { pinned: true, projectId: 'g' }),
    conversation(2, { projectId: null }),
    conversation(3),
  ]);
  expect(projects).toEqual([project('g', { name: 'Garden', memory: 'own' })]);
});
