import type { User } from '@noek/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageLink } from '../../components/page-link.tsx';

import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { forgetChats } from '../chat/session/forget-chats.ts';
import { useAccountStream } from '../live/use-account-stream.ts';
import { changeUser, useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { storeUser } from '../session/start/stored-user.ts';
import { CurrentPlan } from '../subscription/current-plan.tsx';
import { AccountDeleted } from './account-deleted.tsx';

import { AccountSection, type SectionName } from './account-section.tsx';
import { ChatViews } from './chat-views.tsx';
import { DangerZone } from './danger-zone.tsx';
import { DataControls } from './data-controls.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { Information } from './information.tsx';
import { LoadingItems } from './section-states.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';
import { accountTexts } from './texts.ts';
import { Tokens } from './tokens/tokens.tsx';
import { useOpenSection } from './use-open-section.ts';

const topId = 'account-heading';

type Hrefs = { chat: string; memories: string };

/**
 * The account page of the signed-in user. `section` is the one that the address names, or null; `hrefs` are the addresses of other
 * pages. Calls `onSignOut` after a sign-out in another tab, and `onDeleted` two seconds after the account was deleted.
 */
export function AccountScreen(props: {
  section: SectionName | null;
  hrefs: Hrefs;
  onSignOut: () => void;
  onDeleted: () => void;
}) {
  const [deleted, setDeleted] = useState(false);
  const queries = useQueryClient();
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  usePageTitle(accountTexts.pageTitle);
  if (deleted) return <AccountDeleted onLeave={props.onDeleted} />;

  const leaveNothing = () => {
    setDeleted(true);
    storeUser(null);
    forgetChats();
    void changeUser(queries, null);
  };
  return (
    <PageFrame
      skipToContent={accountTexts.skipToContent}
      back={
        <PageLink href={props.hrefs.chat} className={buttonClass('ghost')}>
          <ArrowLeft className="icon" aria-hidden />
          {accountTexts.backToChat}
        </PageLink>
      }
      className="mx-auto w-full max-w-(--container-page) px-6 pt-10 pb-24 max-md:px-5 max-md:pt-8"
    >
      <h1 id={topId} tabIndex={-1} className="text-2xl outline-none">
        {accountTexts.heading}
      </h1>
      <p className="mt-1 text-text-muted">{accountTexts.lead}</p>
      <ComingSoon />
      <Sections section={props.section} hrefs={props.hrefs} onDeleted={leaveNothing} />
    </PageFrame>
  );
}

function ComingSoon() {
  const { supportEmail } = usePublicConfig();
  return (
    <Notice className="mt-7">
      <p className="font-semibold">{accountTexts.comingSoon.title}</p>
      <p className="text-text-muted">
        {accountTexts.comingSoon.text}{' '}
        <a className="prose-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
    </Notice>
  );
}

function Sections(props: { section: SectionName | null; hrefs: Hrefs; onDeleted: () => void }) {
  const { user: confirmed, isPending, unreached } = useCurrentUser();
  const user = confirmed ?? unreached;
  useOpenSection(props.section, topId);
  if (!user && !isPending) return <SignedOut />;
  return (
    <>
      {unreached && (
        <Notice tone="warning" className="mt-4" role="status">
          {accountTexts.unreached}
        </Notice>
      )}
      <div className="mt-8">
        <UserSection name="information" user={user}>
          {(known) => <Information user={known} />}
        </UserSection>
        <UserSection name="plan" user={user}>
          {() => <CurrentPlan />}
        </UserSection>
        <UserSection name="security" user={user}>
          {({ email }) => <Security email={email} />}
        </UserSection>
        <UserSection name="data" user={user}>
          {(known) => <DataControls user={known} memoriesHref={props.hrefs.memories} />}
        </UserSection>
        <UserSection name="sessions" user={user}>
          {() => <Sessions />}
        </UserSection>
        <UserSection name="tokens" user={user}>
          {() => <Tokens />}
        </UserSection>
        <UserSection name="export" user={user}>
          {() => <ExportPanel />}
        </UserSection>
        <UserSection name="views" user={user}>
          {() => <ChatViews />}
        </UserSection>
        <UserSection name="danger" user={user}>
          {() => <DangerZone onDeleted={props.onDeleted} />}
        </UserSection>
      </div>
    </>
  );
}

/** A section that can fail without affecting the others. Its content is placeholders until the user is known. */
function UserSection(props: { name: SectionName; user: User | null; children: (user: User) => ReactNode }) {
  const { name, user, children } = props;
  return (
    <AccountSection name={name}>
      <PaneBoundary>
        {user ? children(user) : <LoadingItems label={accountTexts.sections[name].heading} lines={1} />}
      </PaneBoundary>
    </AccountSection>
  );
}

function SignedOut() {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      <p className="font-medium">{accountTexts.signedOut.title}</p>
      <p className="text-sm text-text-muted">{accountTexts.signedOut.description}</p>
      <SignInLink className={buttonClass('primary', 'md', 'mt-3')}>{accountTexts.signIn}</SignInLink>
    </div>
  );
}
