import type { ComponentType } from 'react';
import { Route } from 'wouter';
import { LostPage } from '../../components/base/lost-page.tsx';
import { later, Pages } from '../pages.tsx';
import { ChatPage } from './chat-page.tsx';
import { ForUsers } from './for-users.tsx';

/** The pages for signed-in users. */
const usersPages: [path: string | RegExp, Page: ComponentType<{ address: URL }>][] = [
  // One route for all, so that the screen stays mounted when a link leads to another section.
  [/^\/(account|(account\/)?(profile|billing|settings))\/?$/i, later(() => import('./account-page.tsx'))],
  ['/memories', later(() => import('./memories-page.tsx'))],
  ['/subscribe', later(() => import('./subscribe-page.tsx'))],
  ['/success', later(() => import('./success-page.tsx'))],
  ['/admin', later(() => import('./admin-page.tsx'))],
  ['/admin/audit', later(() => import('./audit-page.tsx'))],
  ['/admin/figures', later(() => import('./figures-page.tsx'))],
  ['/admin/google-docs', later(() => import('./knowledge-page.tsx'))],
  ['/admin/reports', later(() => import('./reports-page.tsx'))],
  // Guests are redirected to the auth host.
  [/^\/(verify-email|reset-password)\/?$/i, Lost],
];

/** All pages of the chat host. */
export function ChatPages() {
  return (
    <Pages>
      {(address) => [
        // One route for both, so that the screen stays mounted when a new chat gets its id, and so does its running answer.
        <Route key="chat" path={/^\/(chat\/[^/]+\/?)?$/i}>
          <ChatPage address={address} />
        </Route>,
        ...usersPages.map(([path, Page]) => (
          <Route key={`${path}`} path={path}>
            <ForUsers address={address} otherwise={<Lost />}>
              <Page address={address} />
            </ForUsers>
          </Route>
        )),
        <Route key="lost">
          <Lost />
        </Route>,
      ]}
    </Pages>
  );
}

function Lost() {
  return <LostPage returnHref="/" />;
}
