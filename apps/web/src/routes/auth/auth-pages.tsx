import { Route } from 'wouter';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { LostPage } from '../../components/base/lost-page.tsx';
import type { AuthParameters } from '../../features/session/start/auth-parameters.ts';
import { later, Pages } from '../pages.tsx';
import { CardPage } from './card-page.tsx';

const laterPages = [
  ['/reset-password', later(() => import('./reset-password-page.tsx'))],
  ['/undo-email-change', later(() => import('./undo-email-change-page.tsx'))],
  ['/verify-email', later(() => import('./verify-email-page.tsx'))],
] as const;

/** All pages of the auth host. `parameters`: those of the address, which have been removed from it. */
export function AuthPages({ parameters }: { parameters: AuthParameters }) {
  const { origins } = usePublicConfig();
  return (
    <Pages>
      {(address) => [
        // One route for all, so that the card stays mounted when it switches between signing in and signing up.
        <Route key="card" path={/^\/(auth|login|signup)?\/?$/i}>
          <CardPage address={address} parameters={parameters} />
        </Route>,
        ...laterPages.map(([path, Page]) => (
          <Route key={path} path={path}>
            <Page address={address} />
          </Route>
        )),
        <Route key="lost">
          <LostPage returnHref={origins.chat} />
        </Route>,
      ]}
    </Pages>
  );
}
