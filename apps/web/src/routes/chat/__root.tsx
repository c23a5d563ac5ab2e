import type { User } from '@noek/contract/auth/schemas';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { buttonClass } from '../../components/base/button.tsx';
import { LostPage } from '../../components/page/lost-page.tsx';
import { FatalFallback } from '../../components/states/fatal-fallback.tsx';
import { chatTexts } from '../../features/chat/texts.ts';
import { SignInLink } from '../../features/session/start/sign-in-link.tsx';
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
  notFoundComponent: ({ data }) => (
    <LostPage
      returnHref="/"
      // `refuseGuests` has thrown it.
      signIn={data !== undefined && <SignInLink className={buttonClass('primary')}>{chatTexts.signIn}</SignInLink>}
    />
  ),
  errorComponent: FatalFallback,
});
