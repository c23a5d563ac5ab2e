// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { copyFeedbackMs } from '../../../components/clipboard.ts';
import { CopyButton } from './copy-button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const click = async () => {
  fireEvent.click(screen.getByRole('button'));
  await act(() => vi.advanceTimersByTimeAsync(0));
};

test('[2.66] [9.13] the copy button confirms for two seconds', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  render(<CopyButton text="**words**" label="Copy answer" />);
  await click();
  expect(writeText).toHaveBeenCalledWith('**words**');
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Copied');
  act(() => void vi.advanceTimersByTime(copyFeedbackMs - 1));
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Copy answer');
});

test('a failed copy shows an error and no confirmation', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: vi.fn().mockRejectedValue(new Error()) } });
  document.execCommand = () => false;
  await import('../../../components/base/toasts/toast-region.tsx');
  render(
    <>
      <CopyButton text="x" label="Copy answer" />
      <Toaster />
    </>,
  );
  await click();
  vi.useRealTimers();
  expect(await screen.findByText("Couldn't copy")).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy answer' })).toBeTruthy();
});
