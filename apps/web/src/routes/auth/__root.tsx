import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { usePublicConfig } from '../../api/public-config.ts';
import { FatalFallback } from '../../components/fatal-fallback.tsx';
import { NotFound } from '../../components/not-found.tsx';
import type { Arrival } from '../../features/session/arrival.ts';

export const Route = createRootRouteWithContext<{
  /** What the page was opened for. */
  arrival: Arrival;
}>()({
  component: Outlet,
  notFoundComponent: function Lost() {
    return <NotFound returnHref={usePublicConfig().origins.chat} />;
  },
  errorComponent: FatalFallback,
});
