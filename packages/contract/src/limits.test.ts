import { expect, test, vi } from 'vitest';

// Every first page loads them, and the first number that is written in a locale's format costs a browser milliseconds.
test('loading the limits formats no number', async () => {
  const formats = vi.spyOn(Number.prototype, 'toLocaleString');
  vi.resetModules();
  await import('./limits.ts');
  expect(formats).not.toHaveBeenCalled();
  formats.mockRestore();
});
