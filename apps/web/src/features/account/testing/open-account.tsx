import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { type AccountPageName, accountPages } from '../account-pages.ts';
import { AccountScreen } from '../account-screen.tsx';
import type { SectionName } from '../account-section.tsx';
import { accountTexts } from '../texts.ts';
import type { accountServer } from './account-server.ts';

type Server = ReturnType<typeof accountServer>;

/** Loads what the page loads later, so that no test waits for it, and removes toasts between tests. Call it once per file. */
export function withAccountPage(): void {
  beforeAll(async () => {
    await import('../../../components/base/toasts/toast-region.tsx');
  });
  afterEach(() => currentToast.set(null));
}

/**
 * Opens a page of the settings on a fake server, with a section or without, and waits until it has loaded. Returns the calls that the page
 * makes.
 */
export async function openAccount(page: AccountPageName, server: Partial<Server>, section: SectionName | null = null) {
  const calls = stubApi(server);
  const onDeleted = vi.fn();
  const onSignOut = vi.fn();
  const hrefs = { chat: '/', memories: '/memories' };
  renderPage(
    <>
      <AccountScreen page={page} section={section} hrefs={hrefs} onSignOut={onSignOut} onDeleted={onDeleted} />
      <Toaster />
    </>,
  );
  await screen.findByRole('heading', { level: 2, name: accountTexts.sections[accountPages[page].sections[0]].heading });
  await waitFor(() => expect(screen.queryAllByRole('status', { name: /Loading/ })).toEqual([]));
  return { calls, onDeleted, onSignOut };
}
