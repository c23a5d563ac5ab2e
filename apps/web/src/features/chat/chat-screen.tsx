import { Suspense, useEffect, useState } from 'react';
import { codePart } from '../../components/base/code-part.ts';
import { usePageTitle } from '../../components/base/page-title.ts';
import { useStoredValue } from '../../components/base/stored-value/use-stored-value.ts';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { ConnectionLine } from '../offline/connection-line.tsx';
import { passkeyOffer } from '../session/start/passkey-offer.ts';
import { useWaitingChanges } from '../session/waiting-changes/use-waiting-changes.ts';
import { ChatDialogs } from './chat-dialogs.tsx';
import { type ChatNavigation, useChatNavigation } from './chat-navigation.tsx';
import { ChatSessionProvider } from './chat-session-provider.tsx';
import { ConversationView } from './conversation/conversation-view.tsx';
import { documentsCode } from './documents/documents-code.ts';
import { mayWait } from './drafts/forget-document-drafts.ts';
import { FilesPane } from './files/files-pane.tsx';
import { ChatHeader } from './header/chat-header.tsx';
import { searchCode } from './search/search-code.ts';
import { useOpenConversation } from './session/open-conversation.ts';
import { useSend } from './session/sends.ts';
import { useSession } from './session/session.ts';
import { useRememberGuestChat } from './session/use-last-guest-chat.ts';
import { SharedOrMissing } from './sharing/shared-or-missing.tsx';
import { useChatShortcuts } from './shortcuts.ts';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { partsCode } from './signed-in/parts-code.ts';
import { SourcesPane } from './sources/sources-pane.tsx';
import { chatTexts } from './texts.ts';

const DocumentPlace = documentsCode.lazy();
const KeptForSignIn = codePart(() => import('./send/kept-for-sign-in.tsx')).lazy();
const TemporaryBanner = partsCode.lazy((module) => module.TemporaryBanner);
const PasskeyOffer = codePart(() => import('../auth/passkeys/passkey-offer.tsx')).lazy();
const ProjectPage = codePart(() => import('./projects/page/project-page.tsx')).lazy();
const Search = searchCode.lazy((module) => module.Search);

/** The chat: sidebar, header, conversation and message box, for guests and signed-in users. */
export function ChatScreen({ navigation }: { navigation: ChatNavigation }) {
  return (
    <ChatSessionProvider navigation={navigation}>
      <Layout />
    </ChatSessionProvider>
  );
}

function Layout() {
  const { user, pending, isOffline, isCached } = useSession();
  const current = useOpenConversation();
  const offeredTo = useStoredValue(passkeyOffer);
  const { id, conversation, modes, isTemporary } = current;
  const mode = modes.harmfulMode ? 'harmful' : modes.funMode ? 'fun' : undefined;
  const waiting = useWaitingChanges(user && !isOffline ? user.id : null);
  useChatShortcuts();
  useRememberGuestChat();
  usePageTitle(chatTexts.pageTitle(conversation?.title));
  return (
    <>
      <a className="skip-link" href="#main">
        {chatTexts.skipToContent}
      </a>
      <div
        className="chat-frame relative flex overflow-clip"
        data-mode={mode}
        data-temporary={isTemporary || undefined}
      >
        <PaneBoundary>
          <SidebarPane />
        </PaneBoundary>
        <div className="flex min-w-0 flex-1 flex-col">
          <PaneBoundary resetKey={id}>
            <ChatHeader />
          </PaneBoundary>
          <ConnectionLine unreached={isOffline} kept={isCached} waiting={waiting} />
          {!user && !pending && <Kept />}
          {user && isTemporary && (
            <Suspense fallback={null}>
              <TemporaryBanner />
            </Suspense>
          )}
          {user && user.id === offeredTo && (
            <Suspense fallback={null}>
              <PasskeyOffer />
            </Suspense>
          )}
          <FilesPane conversationId={id} isOwn={!current.isMissing}>
            <SourcesPane conversationId={id}>
              <PaneBoundary resetKey={id}>
                {id !== null && current.isMissing ? <SharedOrMissing conversationId={id} /> : <OnScreen />}
              </PaneBoundary>
            </SourcesPane>
          </FilesPane>
        </div>
        <PaneBoundary>
          <Documents />
        </PaneBoundary>
      </div>
      <PaneBoundary floating>
        {user && (
          <Suspense fallback={null}>
            <Search />
          </Suspense>
        )}
        <ChatDialogs />
      </PaneBoundary>
    </>
  );
}

/** The document beside the conversation. Its code loads when the first one is opened, or if a text of one waits for a connection. */
function Documents() {
  const { document } = useChatNavigation();
  const [opensWithPage] = useState(document !== null);
  const [isWanted, setIsWanted] = useState(opensWithPage);
  if (document && !isWanted) setIsWanted(true);
  useEffect(() => {
    if (mayWait()) setIsWanted(true);
  }, []);
  return <Suspense fallback={null}>{isWanted && <DocumentPlace opensWithPage={opensWithPage} />}</Suspense>;
}

/** The page of a project until a chat begins there, and otherwise the conversation. */
function OnScreen() {
  const { isSending } = useSend();
  const { conversationId, projectId } = useChatNavigation();
  if (projectId === null || conversationId !== null || isSending) return <ConversationView />;
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none" />}>
      <ProjectPage key={projectId} projectId={projectId} />
    </Suspense>
  );
}

/** Says what is kept for a person's next sign-in. It reads the outbox here, so that a send does not render the whole screen again. */
function Kept() {
  const { all } = useSend();
  if (all.every(({ ownerId }) => ownerId === null)) return null;
  return (
    <Suspense fallback={null}>
      <KeptForSignIn entries={all} />
    </Suspense>
  );
}
