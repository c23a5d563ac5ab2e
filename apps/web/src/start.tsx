import type { PublicConfig } from '@noek/contract/config/schemas';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPublicConfig } from './api/base/load-public-config.ts';
import { PublicConfigContext } from './api/base/public-config.ts';
import { Toaster } from './components/base/toasts/toaster.tsx';
import { ErrorBoundary } from './components/states/error-boundary.tsx';
import { FatalBoundary, FatalFallback } from './components/states/fatal-fallback.tsx';
import { Tooltips } from './components/tooltips/tooltips.tsx';

/**
 * Renders an entry. `app` returns its content once the public settings are loaded; until it has, the shell stays. Any failure shows the
 * fatal fallback.
 */
export async function start(app: (config: PublicConfig) => ReactNode | Promise<ReactNode>) {
  const container = document.getElementById('root');
  if (!container) throw new Error('The page has no #root.');
  const root = createRoot(container);
  try {
    const config = await loadPublicConfig();
    const content = await app(config);
    root.render(
      <StrictMode>
        <FatalBoundary>
          <PublicConfigContext value={config}>
            {content}
            <ErrorBoundary fallback={() => null}>
              <Toaster />
              <Tooltips />
            </ErrorBoundary>
          </PublicConfigContext>
        </FatalBoundary>
      </StrictMode>,
    );
  } catch {
    root.render(<FatalFallback />);
  }
}
