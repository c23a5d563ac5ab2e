import type { User } from '@noek/contract/auth/schemas';
import type { ReactNode } from 'react';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { CurrentPlan } from '../subscription/current/current-plan.tsx';
import { AccountIndex } from './account-index.tsx';
import { AccountSection, type SectionName } from './account-section.tsx';
import { Apps } from './apps/apps.tsx';
import { ChatViews } from './chat-views.tsx';
import { DataControls } from './data-controls.tsx';
import { DangerZone } from './deletion/danger-zone.tsx';
import { Emails } from './emails/emails.tsx';
import { ExportPanel } from './export/export-panel.tsx';
import { Files } from './files/files.tsx';
import { ImportPanel } from './import/import-panel.tsx';
import { Information } from './information.tsx';
import { Instructions } from './instructions.tsx';
import { LoadingItems } from './section-states.tsx';
import { SecurityEvents } from './security/events/security-events.tsx';
import { Security } from './security/security.tsx';
import { Sessions } from './security/sessions.tsx';
import { accountTexts } from './texts.ts';
import { Tokens } from './tokens/tokens.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/**
 * The sections of the account page and, on wide screens, their index; a request to sign in for guests. `section` is the one that the
 * address names, or null. Calls `onDeleted` when the account was deleted.
 */
export function AccountSections(props: { section: SectionName | null; memoriesHref: string; onDeleted: () => void }) {
  const { user: confirmed, isPending, unreached } = useCurrentUser();
  const user = confirmed ?? unreached;
  if (!user && !isPending) return <SignedOut />;
  return (
    <>
      {unreached && (
        <Notice tone="warning" className="mt-4" role="status">
          {accountTexts.unreached}
        </Notice>
      )}
      <div className="mt-8 border-border border-t pt-8 min-[68.75rem]:grid min-[68.75rem]:grid-cols-[11.5rem_minmax(0,1fr)] min-[68.75rem]:gap-x-16">
        <AccountIndex section={props.section} />
        <div className="min-w-0">
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
            {(known) => <DataControls user={known} memoriesHref={props.memoriesHref} />}
          </UserSection>
          <UserSection name="instructions" user={user}>
            {(known) => <Instructions user={known} />}
          </UserSection>
          <UserSection name="emails" user={user}>
            {() => <Emails />}
          </UserSection>
          <UserSection name="sessions" user={user}>
            {() => <Sessions />}
          </UserSection>
          <UserSection name="events" user={user}>
            {() => <SecurityEvents />}
          </UserSection>
          <UserSection name="tokens" user={user}>
            {() => <Tokens />}
          </UserSection>
          <UserSection name="apps" user={user}>
            {() => <Apps />}
          </UserSection>
          <UserSection name="webhooks" user={user}>
            {({ accessLevel }) => <Webhooks isAdministrator={accessLevel === 'admin'} />}
          </UserSection>
          <UserSection name="files" user={user}>
            {() => <Files />}
          </UserSection>
          <UserSection name="export" user={user}>
            {() => <ExportPanel />}
          </UserSection>
          <UserSection name="import" user={user}>
            {({ id }) => <ImportPanel userId={id} />}
          </UserSection>
          <UserSection name="views" user={user}>
            {() => <ChatViews />}
          </UserSection>
          <UserSection name="danger" user={user}>
            {() => <DangerZone onDeleted={props.onDeleted} />}
          </UserSection>
        </div>
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
    <CentredMessage title={accountTexts.signedOut.title} text={accountTexts.signedOut.description}>
      <SignInLink className={buttonClass('primary')}>{accountTexts.signIn}</SignInLink>
    </CentredMessage>
  );
}
