import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { LostPage } from '../../components/page/lost-page.tsx';
import { FatalFallback } from '../../components/states/fatal-fallback.tsx';
import type { AuthParameters } from '../../features/session/start/auth-parameters.ts';

export const Route = createRootRouteWithContext<{
  /** The parameters of the address, which have been removed from it. */
  parameters: AuthParameters & { challenge: string | null };
}>()({
  component: Outlet,
  notFoundComponent: function Lost() {
    return <LostPage returnHref={usePublicConfig().origins.chat} />;
  },
  errorComponent: FatalFallback,
});
