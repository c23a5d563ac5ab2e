import './styles/app.css';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadPublicConfig, PublicConfigContext } from './api/public-config.ts';
import { FatalBoundary, FatalFallback } from './components/fatal-fallback.tsx';
import { Toaster } from './components/toaster.tsx';
import { TooltipLayer } from './components/tooltip.tsx';

/**
 * Puts an entry on the page. `prepare` is what must be over before its first screen; whatever fails in it or in the
 * settings shows the fatal fallback.
 */
export async function start(app: ReactNode, prepare?: () => Promise<void>) {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root.');
  const root = createRoot(place);
  try {
    const [config] = await Promise.all([loadPublicConfig(), prepare?.()]);
    root.render(
      <StrictMode>
        <FatalBoundary>
          <PublicConfigContext value={config}>
            {app}
            <Toaster />
            <TooltipLayer />
          </PublicConfigContext>
        </FatalBoundary>
      </StrictMode>,
    );
  } catch {
    root.render(<FatalFallback />);
  }
}
