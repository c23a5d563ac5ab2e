import type { User } from '@noek/contract/auth/schemas';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { LostPage } from '../../components/page/lost-page.tsx';
import { FatalFallback } from '../../components/states/fatal-fallback.tsx';
import { guestRedirect } from './-guest-access.ts';

type ChatContext = {
  authOrigin: string;
  /** The user, once the server has answered; null for guests. */
  confirmedUser: () => Promise<User | null>;
};

export const Route = createRootRouteWithContext<ChatContext>()({
  async beforeLoad({ context, location }) {
    const elsewhere = guestRedirect(new URL(location.href, window.location.origin).href, context.authOrigin);
    if (elsewhere && !(await context.confirmedUser())) throw redirect({ href: elsewhere });
  },
  component: Outlet,
  notFoundComponent: () => <LostPage returnHref="/" />,
  errorComponent: FatalFallback,
});
