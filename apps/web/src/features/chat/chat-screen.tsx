import { lazy, Suspense } from 'react';
import { keepTrying } from '../../components/base/keep-trying.ts';
import { usePageTitle } from '../../components/base/page-title.ts';
import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { ConnectionLine } from '../offline/connection-line.tsx';
import type { ChatNavigation } from './chat-navigation.tsx';
import { ConversationView } from './conversation/conversation-view.tsx';
import { ChatDialogs } from './dialogs/chat-dialogs.tsx';
import { ChatHeader } from './header/chat-header.tsx';
import { useChatSession } from './session/chat-session.ts';
import { ChatSessionProvider } from './session/chat-session-provider.tsx';
import { useRememberGuestChat } from './session/use-last-guest-chat.ts';
import { SharedOrMissing } from './sharing/shared-or-missing.tsx';
import { useChatShortcuts } from './shortcuts.ts';
import { SidebarPane } from './sidebar/sidebar-pane.tsx';
import { searchCode } from './signed-in-code.ts';
import { chatTexts } from './texts.ts';

const KeptForSignIn = lazy(() => keepTrying(() => import('./send/kept-for-sign-in.tsx')));
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
  const { user, pending, isUnreached, isCached, current, sends } = useChatSession();
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
          {!user && !pending && sends.all.some(({ ownerId }) => ownerId !== null) && (
            <Suspense fallback={null}>
              <KeptForSignIn entries={sends.all} />
            </Suspense>
          )}
          <PaneBoundary resetKey={id}>
            {id !== null && current.isMissing ? <SharedOrMissing conversationId={id} /> : <ConversationView />}
          </PaneBoundary>
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
