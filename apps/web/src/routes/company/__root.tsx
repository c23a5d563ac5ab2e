import { createRootRoute, Outlet } from '@tanstack/react-router';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { FatalFallback } from '../../components/base/fatal-fallback.tsx';
import { NotFound } from '../../components/base/not-found.tsx';

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: function Lost() {
    return <NotFound returnHref={usePublicConfig().origins.chat} />;
  },
  errorComponent: FatalFallback,
});
