import type { User } from '@noek/contract/auth/schemas';
import type { ReactNode } from 'react';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { CentredMessage } from '../../components/states/centred-message.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { SignInLink } from '../session/start/sign-in-link.tsx';
import { CurrentPlan } from '../subscription/current/current-plan.tsx';
import { type AccountPageName, accountPages } from './account-pages.ts';
import { AccountSection, type SectionName } from './account-section.tsx';
import { Apps } from './apps/apps.tsx';
import { ChatViews } from './chat-views.tsx';
import { DataControls } from './data-controls.tsx';
import { DangerZone } from './deletion/danger-zone.tsx';
import { Appearance } from './device/appearance.tsx';
import { Notifications } from './device/notifications.tsx';
import { Sending } from './device/sending.tsx';
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

type Content = (user: User) => ReactNode;

/** A page of the settings; a request to sign in for guests. Calls `onDeleted` when the account was deleted. */
export function AccountSections(props: { page: AccountPageName; memoriesHref: string; onDeleted: () => void }) {
  const { user: confirmed, isPending, unreached } = useCurrentUser();
  const user = confirmed ?? unreached;
  if (!user && !isPending) return <SignedOut />;
  const contents: Record<SectionName, Content> = {
    information: (known) => <Information user={known} />,
    appearance: () => <Appearance />,
    sending: () => <Sending />,
    notifications: () => <Notifications />,
    emails: () => <Emails />,
    plan: () => <CurrentPlan />,
    data: (known) => <DataControls user={known} memoriesHref={props.memoriesHref} />,
    instructions: (known) => <Instructions user={known} />,
    views: () => <ChatViews />,
    security: ({ email }) => <Security email={email} />,
    sessions: () => <Sessions />,
    events: () => <SecurityEvents />,
    files: () => <Files />,
    export: () => <ExportPanel />,
    import: ({ id }) => <ImportPanel userId={id} />,
    danger: () => <DangerZone onDeleted={props.onDeleted} />,
    tokens: () => <Tokens />,
    apps: () => <Apps />,
    webhooks: ({ accessLevel }) => <Webhooks isAdministrator={accessLevel === 'admin'} />,
  };
  return (
    <>
      {unreached && (
        <Notice tone="warning" className="mb-8" role="status">
          {accountTexts.unreached}
        </Notice>
      )}
      {accountPages[props.page].sections.map((name) => (
        <UserSection key={name} name={name} user={user}>
          {contents[name]}
        </UserSection>
      ))}
    </>
  );
}

/** A section that can fail without affecting the others. Its content is placeholders until the user is known. */
function UserSection(props: { name: SectionName; user: User | null; children: Content }) {
  const { name, user, children } = props;
  return (
    <AccountSection name={name}>
      <PaneBoundary>{user ? children(user) : <LoadingItems label={accountTexts.loading} lines={1} />}</PaneBoundary>
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
