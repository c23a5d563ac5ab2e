import { peoplePage } from '@noek/contract/admin/limits';
import type { AdminUser } from '@noek/contract/admin/schemas';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { Button } from '../../components/base/button.tsx';
import { useMedia } from '../../components/page/use-media.ts';
import { OutOfDate } from '../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../components/states/unreadable.tsx';
import { TabPanel, Tabs } from '../../components/tabs.tsx';
import { AdminFrame, AdministratorsOnly, SignedOut } from './admin-frame.tsx';
import { adminHeadings } from './admin-links.ts';
import { EmailPanel } from './campaigns/email-panel.tsx';
import { type DashboardTab, isDashboardTab } from './dashboard-tabs.ts';
import { MessageLogs } from './messages/message-logs.tsx';
import { MessagesDialog } from './messages/messages-dialog.tsx';
import { AccountStepDialog } from './people/account-step-dialog.tsx';
import { EditUserDialog } from './people/edit-user-dialog.tsx';
import { Pager } from './people/pager.tsx';
import { PendingSignUps } from './people/pending-sign-ups.tsx';
import { LoadingPeople } from './people/people-list.tsx';
import { usePeopleSelection } from './people/people-selection.ts';
import { refusedStatus, usePeople } from './people/use-people.ts';
import type { UserAction } from './people/user-actions.tsx';
import { UsersPanel } from './people/users-panel.tsx';
import { adminTexts } from './texts.ts';

/** The dashboard of administrators, whose tabs are in the menu. `backHref`: the chat. Calls `onSignOut` after a sign-out in another tab. */
export function AdminScreen(props: {
  tab: DashboardTab;
  onTab: (tab: DashboardTab) => void;
  backHref: string;
  onSignOut: () => void;
}) {
  const { tab, onTab, backHref, onSignOut } = props;
  const isColumn = useMedia('(min-width: 64rem)');
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => isDashboardTab(next) && onTab(next)}
      orientation={isColumn ? 'vertical' : 'horizontal'}
    >
      <AdminFrame place={tab} backHref={backHref} onSignOut={onSignOut}>
        <Dashboard tab={tab} />
      </AdminFrame>
    </Tabs>
  );
}

function Dashboard({ tab: shownTab }: { tab: DashboardTab }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [acting, setActing] = useState<{ action: UserAction; user: AdminUser } | null>(null);
  const selection = usePeopleSelection();
  const { query, isBehind, everybody } = usePeople(search, page);
  const { data: people } = query;
  const status = refusedStatus(query.error);
  if (status === 403) return <AdministratorsOnly status={status} />;
  if (status === 401) return <SignedOut />;

  const pages = Math.max(1, Math.ceil((people?.total ?? 0) / peoplePage.size));
  // People can disappear from the last page.
  if (people && !isBehind && page > pages) setPage(pages);
  const onAction = (action: UserAction, user: AdminUser) => setActing({ action, user });
  const retry = () => void query.refetch();
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div>
          <h1 className="text-2xl">{adminHeadings[shownTab]}</h1>
          <p className="mt-1 min-h-6 text-text-muted tabular-nums">
            {people && adminTexts.count(people.total, search.trim() === '' ? people.total : everybody)}
          </p>
        </div>
        <Button variant="quiet" size="sm" onClick={retry}>
          <RefreshCw className="icon" aria-hidden />
          {adminTexts.refresh}
        </Button>
      </div>
      <div className="mt-6">
        {people && query.isError && <OutOfDate text={errorText(query.error)} className="mb-4" />}
        {(['users', 'logs'] as const).map((tab) => (
          <TabPanel key={tab} value={tab}>
            <PaneBoundary>
              {!people && query.isError && (
                <Unreadable
                  text={status === null ? errorText(query.error) : adminTexts.denied.error(status)}
                  onRetry={retry}
                />
              )}
              {!people && !query.isError && <LoadingPeople />}
              {people && tab === 'users' && (
                <UsersPanel
                  {...{ people, isBehind, search, selection, onAction }}
                  onSearch={(text) => {
                    setSearch(text);
                    setPage(1);
                  }}
                />
              )}
              {people && tab === 'logs' && (
                <MessageLogs users={people.users} onView={(user) => onAction('messages', user)} />
              )}
              {people && <Pager page={Math.min(page, pages)} pages={pages} onPage={setPage} />}
              {people && tab === 'users' && search.trim() === '' && <PendingSignUps />}
            </PaneBoundary>
          </TabPanel>
        ))}
        <TabPanel value="email">
          <PaneBoundary>
            <EmailPanel selection={selection} />
          </PaneBoundary>
        </TabPanel>
      </div>
      <ActionDialog acting={acting} onClose={() => setActing(null)} />
    </>
  );
}

function ActionDialog(props: { acting: { action: UserAction; user: AdminUser } | null; onClose: () => void }) {
  const { acting, onClose } = props;
  if (!acting) return null;
  const { action, user } = acting;
  if (action === 'edit') return <EditUserDialog user={user} onClose={onClose} />;
  if (action === 'messages') return <MessagesDialog user={user} onClose={onClose} />;
  return <AccountStepDialog step={action} user={user} onClose={onClose} />;
}
