import { lazy, Suspense } from 'react';
import { keepTrying } from '../../components/base/keep-trying.ts';
import { usePageTitle } from '../../components/base/page-title.ts';
import { useStoredValue } from '../../components/base/stored-value/use-stored-value.ts';
import { PaneBoundary } from '../../components/states/pane-boundary.tsx';
import { ConnectionLine } from '../offline/connection-line.tsx';
import { passkeyOffer } from '../session/start/passkey-offer.ts';
import type { ChatNavigation } from './chat-navigation.tsx';
import { ConversationView } from './conversation/conversation-view.tsx';
import { ChatDialogs } from './dialogs/chat-dialogs.tsx';
import { FilesPane } from './files/files-pane.tsx';
import { ChatHeader } from './header/chat-header.tsx';
import { ChatSessionProvider } from './session/chat-session-provider.tsx';
import { useOpenConversation } from './session/open-conversation.ts';
import { useSend } from './session/sends.ts';
import { useRememberGuestChat } from './session/use-last-guest-chat.ts';
import { useWho } from './session/who.ts';
import { SharedOrMissing } from './sharing/shared-or-missing.tsx';
import { useChatShortcuts } from './shortcuts.ts';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { searchCode } from './signed-in-code.ts';
import { SourcesPane } from './sources/sources-pane.tsx';
import { chatTexts } from './texts.ts';

const KeptForSignIn = lazy(() => keepTrying(() => import('./send/kept-for-sign-in.tsx')));
const PasskeyOffer = lazy(() => keepTrying(() => import('../auth/passkeys/passkey-offer.tsx')));
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
  const { user, pending, isUnreached, isCached } = useWho();
  const current = useOpenConversation();
  const offeredTo = useStoredValue(passkeyOffer);
  const { id, conversation } = current;
  const mode = conversation?.harmfulMode ? 'harmful' : conversation?.funMode ? 'fun' : undefined;
  useChatShortcuts();
  useRememberGuestChat();
  usePageTitle(chatTexts.pageTitle(conversation?.title));
  return (
    <>
      <a className="skip-link" href="#main">
        {chatTexts.skipToContent}
      </a>
      <div className="chat-frame relative flex overflow-clip" data-mode={mode}>
        <PaneBoundary>
          <SidebarPane />
        </PaneBoundary>
        <div className="flex min-w-0 flex-1 flex-col">
          <PaneBoundary resetKey={id}>
            <ChatHeader />
          </PaneBoundary>
          <ConnectionLine unreached={isUnreached} kept={isCached} />
          {!user && !pending && <Kept />}
          {user && user.id === offeredTo && (
            <Suspense fallback={null}>
              <PasskeyOffer />
            </Suspense>
          )}
          <FilesPane conversationId={id} isOwn={!current.isMissing}>
            <SourcesPane conversationId={id}>
              <PaneBoundary resetKey={id}>
                {id !== null && current.isMissing ? <SharedOrMissing conversationId={id} /> : <ConversationView />}
              </PaneBoundary>
            </SourcesPane>
          </FilesPane>
        </div>
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
