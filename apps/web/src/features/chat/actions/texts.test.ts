import { expect, test } from 'vitest';
import { actionBegun, actionFailed, actionSucceeded, deleteQuestion, failureReason } from './texts.ts';

test('[8.22] success for one conversation', () => {
  expect(actionSucceeded('archive', 1)).toBe('Conversation archived successfully');
  expect(actionSucceeded('unarchive', 1)).toBe('Conversation restored successfully');
  expect(actionSucceeded('delete', 1)).toBe('Conversation deleted successfully');
});

test('[8.26] success for several conversations', () => {
  expect(actionSucceeded('archive', 3)).toBe('3 conversations archived successfully');
  expect(actionSucceeded('unarchive', 3)).toBe('3 conversations unarchived successfully');
  expect(actionSucceeded('delete', 3)).toBe('3 conversations deleted successfully');
});

test('[8.27] [8.28] failures', () => {
  expect(actionFailed('unarchive', 1)).toBe('Failed to restore conversation');
  expect(actionFailed('unarchive', 2)).toBe('Failed to unarchive some conversations');
  expect(actionFailed('delete', 1)).toBe('Failed to delete conversation');
});

test('[5.23] [5.24] the question before a deletion', () => {
  expect(deleteQuestion(1)).toBe('Are you sure you want to delete this conversation? This action cannot be undone.');
  expect(deleteQuestion(4)).toBe(
    'Are you sure you want to delete 4 archived conversations? This action cannot be undone.',
  );
});

test('restoring from the trash', () => {
  expect(actionSucceeded('restore', 1)).toBe('Conversation restored successfully');
  expect(actionSucceeded('restore', 3)).toBe('3 conversations restored successfully');
  expect(actionFailed('restore', 1)).toBe('Failed to restore conversation');
  expect(actionFailed('restore', 3)).toBe('Failed to restore some conversations');
});

test('[5.24] [8.26] thousands have a separator', () => {
  expect(actionBegun('delete', 5_000)).toBe('Deleting 5,000 conversations…');
  expect(actionSucceeded('archive', 5_000)).toBe('5,000 conversations archived successfully');
  expect(deleteQuestion(5_000)).toContain('delete 5,000 archived conversations?');
});

test('[8.28] how many failed, and why', () => {
  expect(failureReason('delete', { worked: 0, count: 2 }, 'Too busy.')).toBe('Too busy.');
  expect(failureReason('delete', { worked: 1_200, count: 5_000 }, 'Too busy.')).toBe(
    '1,200 of 5,000 conversations were deleted. Too busy.',
  );
  expect(failureReason('restore', { worked: 0, count: 2 }, null)).toBe('They no longer exist.');
  expect(failureReason('restore', { worked: 0, count: 1 }, null)).toBe('It no longer exists.');
});
