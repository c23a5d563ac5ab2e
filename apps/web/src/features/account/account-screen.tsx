import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { usePublicConfig } from '../../api/base/public-config.ts';
import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { forgetChats } from '../chat/session/forget-chats.ts';
import { useAccountStream } from '../live/use-account-stream.ts';
import { changeUser, useChangesElsewhere } from '../session/change-user.ts';
import { storeUser } from '../session/start/stored-user.ts';
import { AccountNav } from './account-nav.tsx';
import type { AccountPageName } from './account-pages.ts';
import type { SectionName } from './account-section.tsx';
import { AccountSections } from './account-sections.tsx';
import { AccountDeleted } from './deletion/account-deleted.tsx';
import { accountTexts } from './texts.ts';
import { useOpenSection } from './use-open-section.ts';

const topId = 'account-heading';

/**
 * A page of the signed-in user's settings. `section` is the one that the address names, or null; `hrefs` are the addresses of other
 * pages. Calls `onSignOut` after a sign-out in another tab, and `onDeleted` two seconds after the account was deleted.
 */
export function AccountScreen(props: {
  page: AccountPageName;
  section: SectionName | null;
  hrefs: { chat: string; memories: string };
  onSignOut: () => void;
  onDeleted: () => void;
}) {
  const { page } = props;
  const [deleted, setDeleted] = useState(false);
  const queries = useQueryClient();
  useChangesElsewhere(props.onSignOut);
  useAccountStream();
  const { heading, lead } = accountTexts.pages[page];
  usePageTitle(accountTexts.pageTitle(heading));
  useOpenSection(page, props.section, topId);
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
      className="mx-auto w-full max-w-(--container-page) px-6 pt-10 pb-24 max-md:px-5 max-md:pt-2"
    >
      <div className="md:grid md:grid-cols-[11.5rem_minmax(0,1fr)] md:gap-x-10 lg:gap-x-16">
        <AccountNav page={page} />
        <div className="min-w-0 max-md:pt-7">
          <h1 id={topId} tabIndex={-1} className="text-2xl outline-none">
            {heading}
          </h1>
          <p className="mt-1 mb-7 text-text-muted">{lead}</p>
          {page === 'general' && <ComingSoon />}
          <AccountSections key={page} page={page} memoriesHref={props.hrefs.memories} onDeleted={leaveNothing} />
        </div>
      </div>
    </PageFrame>
  );
}

function ComingSoon() {
  const { supportEmail } = usePublicConfig();
  return (
    <Notice className="mb-8">
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
