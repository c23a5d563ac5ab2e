import { expect, test } from 'vitest';
import { actionFailed, actionSucceeded, deleteQuestion } from './action-texts.ts';

test('[8.22] success of a single one', () => {
  expect(actionSucceeded('archive', 1)).toBe('Conversation archived successfully');
  expect(actionSucceeded('unarchive', 1)).toBe('Conversation restored successfully');
  expect(actionSucceeded('delete', 1)).toBe('Conversation deleted successfully');
});

test('[8.26] success of several', () => {
  expect(actionSucceeded('archive', 3)).toBe('3 conversations archived successfully');
  expect(actionSucceeded('unarchive', 3)).toBe('3 conversations unarchived successfully');
  expect(actionSucceeded('delete', 3)).toBe('3 conversations deleted successfully');
});

test('[8.27] [8.28] failures', () => {
  expect(actionFailed('unarchive', 1)).toBe('Failed to restore conversation');
  expect(actionFailed('unarchive', 2)).toBe('Failed to unarchive some conversations');
  expect(actionFailed('delete', 1)).toBe('Failed to delete conversation');
});

test('[5.23] [5.24] deletion is confirmed first', () => {
  expect(deleteQuestion(1)).toBe('Are you sure you want to delete this conversation? This action cannot be undone.');
  expect(deleteQuestion(4)).toBe(
    'Are you sure you want to delete 4 archived conversations? This action cannot be undone.',
  );
});

test('out of the trash', () => {
  expect(actionSucceeded('restore', 1)).toBe('Conversation restored successfully');
  expect(actionSucceeded('restore', 3)).toBe('3 conversations restored successfully');
  expect(actionFailed('restore', 1)).toBe('Failed to restore conversation');
  expect(actionFailed('restore', 3)).toBe('Failed to restore some conversations');
});
