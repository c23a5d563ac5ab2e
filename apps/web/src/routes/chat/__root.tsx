import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FatalFallback } from '../../components/fatal-fallback.tsx';
import { NotFound } from '../../components/not-found.tsx';

export const Route = createRootRoute({
  component: Outlet,
  notFoundComponent: () => <NotFound returnHref="/" />,
  errorComponent: FatalFallback,
});
