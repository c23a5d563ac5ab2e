// @vitest-environment happy-dom
import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { ExportPanel } from './export-panel.tsx';

const job = (given: Partial<ArchiveJob>): ArchiveJob => ({
  id: 'job-1',
  status: 'done',
  progress: 100,
  bytes: 12_345_678,
  error: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  expiresAt: '2026-11-23T09:00:00.000Z',
  ...given,
});
function open(exported: ArchiveJob | null, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ 'archive.jobs': () => ({ export: exported }), ...more });
  renderPage(<ExportPanel />);
  return calls;
}
const button = (name: string) => screen.findByRole('button', { name });

test('an export is started, shows its progress, and then offers its archive until that expires', async () => {
  const jobs: { export: ArchiveJob | null } = { export: null };
  const calls = open(null, {
    'archive.jobs': () => jobs,
    'archive.startExport': () => {
      jobs.export = job({ status: 'running', progress: 34, bytes: null });
      return { id: 'job-1' };
    },
  });
  fireEvent.click(await button('Export everything'));
  expect(await screen.findByText('Making your archive: 34%')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of the export' }).getAttribute('aria-valuenow')).toBe('34');
  expect(screen.queryByRole('button', { name: 'Export everything' })).toBeNull();
  jobs.export = job({});
  const link = await screen.findByRole('link', { name: 'Download (12 MB)' }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toBe('/api/account/export/job-1');
  expect(screen.getByText(/^Your archive is ready\. You can download it until Nov 23, 2026/)).toBeTruthy();
  expect(await button('Make a new one')).toBeTruthy();
  expect(calls['archive.startExport']).toHaveLength(1);
});

test('a failed export says why and can be tried again', async () => {
  open(job({ status: 'failed', error: 'The export failed. Please try again.', bytes: null }));
  expect(await screen.findByText('The export failed. Please try again.')).toBeTruthy();
  expect(await button('Try again')).toBeTruthy();
});

test('an export that cannot be started says why', async () => {
  open(null, {
    'archive.startExport': () => {
      throw new Refusal('RATE_LIMITED', 429, 'Too many attempts. Please try again in 2 minutes.');
    },
  });
  fireEvent.click(await button('Export everything'));
  expect(await screen.findByText('Too many attempts. Please try again in 2 minutes.')).toBeTruthy();
});

test('without a connection it says so, and can be asked again', async () => {
  let online = false;
  open(null, {
    'archive.jobs': () => {
      if (!online) throw new Refusal('UNAVAILABLE', 400, 'The server is restarting.');
      return { export: null };
    },
  });
  expect(await screen.findByText('The server is restarting.')).toBeTruthy();
  online = true;
  fireEvent.click(await button('Try again'));
  expect(await button('Export everything')).toBeTruthy();
});
