import type { Import } from '@noek/contract/archive/imports';
import { screen } from '@testing-library/react';
import { Toaster } from '../../../../components/base/toasts/toaster.tsx';
import { renderPage, stubApi } from '../../../../testing/render-page.tsx';
import { ImportPanel } from '../import-panel.tsx';

export const MB = 1024 * 1024;

/** An import that is done. */
export const imported = (fields: Partial<Import> = {}): Import => ({
  id: 'i1',
  source: 'chatgpt',
  state: 'done',
  progress: 100,
  found: 3,
  conversations: { added: 3, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
  messages: 12,
  files: { added: 0, missing: 0 },
  memories: { added: 0, known: 0, beyondLimit: 0 },
  projects: { added: 0, known: 0 },
  prompts: { added: 0, known: 0 },
  documents: { added: 0, known: 0 },
  problems: [],
  createdAt: '2026-01-02T12:00:00.000Z',
  endedAt: '2026-01-02T12:01:00.000Z',
  undone: null,
  ...fields,
});

/** Shows the section Import. Resolves to the calls that it makes. */
export async function openImportPanel(server: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'archive.imports': () => ({ imports: [] }),
    'archive.space': () => ({ bytesUsed: 50 * MB, bytesLimit: 200 * MB }),
    ...server,
  });
  renderPage(
    <>
      <ImportPanel userId="u1" />
      <Toaster />
    </>,
  );
  await screen.findByRole('button', { name: 'Choose files' });
  return calls;
}

export const button = (name: string) => screen.getByRole('button', { name }) as HTMLButtonElement;
