// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { updatedLabel } from '../../../../components/dates/date-labels.ts';
import { listed } from '../../testing/listed.ts';
import { openChat } from '../../testing/open-chat.tsx';

// Every render of a row asks for the label of its date.
vi.mock('../../../../components/dates/date-labels.ts', async (original) => {
  const labels = await original<typeof import('../../../../components/dates/date-labels.ts')>();
  return { ...labels, updatedLabel: vi.fn(labels.updatedLabel) };
});

test('a row does not render again with its list while nothing of the row has changed', async () => {
  openChat(listed);
  const row = await screen.findByRole('link', { name: /Chat 7/ });
  expect(updatedLabel).toHaveBeenCalled();
  vi.mocked(updatedLabel).mockClear();
  fireEvent.keyDown(row, { key: 'F2' });
  await screen.findByDisplayValue('Chat 7');
  expect(screen.getByRole('link', { name: /Untitled Conversation/ })).toBeTruthy();
  expect(updatedLabel).not.toHaveBeenCalled();
});
