import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { errorCode, isRefused } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { keepTrying } from '../../components/keep-trying.ts';
import { usePageTitle } from '../../components/page-title.ts';
import { PaneBoundary } from '../../components/pane-boundary.tsx';
import { useWideScreen } from '../../components/wide-screen.ts';
import { ConnectionLine } from '../offline/connection-line.tsx';
import { useChangesElsewhere } from '../session/change-user.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useConversationActions } from './actions/use-conversation-actions.ts';
import { useChatCache } from './cache/use-chat-cache.ts';
import { type ChatNavigation, ChatNavigationContext } from './chat-navigation.tsx';
import { ConversationView } from './conversation/conversation-view.tsx';
import { useDraftOwner } from './drafts/draft-owner.ts';
import { Drafts } from './drafts/drafts.ts';
import { EditDrafts } from './drafts/edits.ts';
import { ChatHeader } from './header/chat-header.tsx';
import { useLive } from './live/use-live.ts';
import { useLocalCache } from './local-cache/use-local-cache.ts';
import { Search } from './search/search.tsx';
import { setSearchOpen } from './search/search-open.ts';
import { KeptForSignIn } from './send/kept-for-sign-in.tsx';
import { useSends } from './send/use-sends.ts';
import { ChatSessionContext } from './session/chat-session.ts';
import { ManagedLinkDialog } from './sharing/managed-link-dialog.tsx';
import { SharedOrMissing } from './sharing/shared-or-missing.tsx';
import { useChatShortcuts } from './shortcuts.ts';
import { useCollapsed } from './sidebar/collapsed.ts';
import { AnswersContext } from './streaming/answers.ts';
import { useAnswerStreams } from './streaming/use-answer-streams.ts';

const Sidebar = lazy(() =>
  keepTrying(() => import('./sidebar/sidebar.tsx').then((module) => ({ default: module.Sidebar }))),
);
const SidebarDrawer = lazy(() =>
  keepTrying(() => import('./sidebar/sidebar.tsx').then((module) => ({ default: module.SidebarDrawer }))),
);
const GuestLimitDialog = lazy(() => keepTrying(() => import('./dialogs/guest-limit-dialog.tsx')));
const ClearConversationDialog = lazy(() => keepTrying(() => import('./dialogs/clear-conversation-dialog.tsx')));
const SignOutDialog = lazy(() => keepTrying(() => import('./dialogs/sign-out-dialog.tsx')));

/** The chat: sidebar, header, conversation and message box, for guests and signed-in people. */
export function ChatScreen({ navigation: given }: { navigation: ChatNavigation }) {
  const { user: confirmed, isPending, expected, unreached } = useCurrentUser();
  const user = confirmed ?? unreached;
  const owner = user ?? expected;
  const [drafts] = useState(() => new Drafts());
  const [edits] = useState(() => new EditDrafts());
  const cache = useChatCache();
  const answers = useAnswerStreams(cache);
  const utils = trpc.useUtils();
  const act = useConversationActions(cache);
  const input = useRef<HTMLTextAreaElement>(null);
  const focusInput = () => input.current?.focus();
  const [limitOpen, setLimitOpen] = useState(false);
  const [clearOpen, setClearOpen] = useState(false);
  const [signOutOpen, setSignOutOpen] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [collapsed, setCollapsed] = useCollapsed();
  const wide = useWideScreen();
  const whoIsHere = () => utils.auth.user.fetch(undefined, { staleTime: 0 }).catch(() => user);
  const onGuestLimit = () => setLimitOpen(true);
  const sends = useSends({ user, pending: isPending, whoIsHere, given, cache, drafts, edits, input, onGuestLimit });
  const { navigation, newChat, outbox } = sends;
  const { conversationId } = navigation;
  const kept = useLocalCache(isPending && !owner ? undefined : (owner?.id ?? null), conversationId);
  const query = trpc.chat.conversation.useQuery(
    { conversationId: conversationId ?? 0 },
    { enabled: conversationId !== null && !isPending },
  );
  const isLost = query.isError && (query.data === undefined || isRefused(query.error));
  const conversation = conversationId === null || isLost ? undefined : query.data;
  // Asking makes a guest of whoever has no cookie yet; who only reads what others shared stays nobody.
  const ownPage = conversationId === null || conversation !== undefined;
  const guestLimit = trpc.chat.guestStatus.useQuery(undefined, { enabled: !user && !isPending && ownPage }).data
    ?.messageLimit;
  const clearDrafts = () => {
    drafts.clear();
    edits.clear();
  };
  const forgetDraftOwner = useDraftOwner(confirmed?.id ?? null, clearDrafts);
  const leave = () => {
    clearDrafts();
    forgetDraftOwner();
    outbox.clear();
    navigation.open(null);
  };
  const signOut = useSignOut(leave);
  useChangesElsewhere(leave);
  const guestIsActive = !user && !isPending && (conversation !== undefined || sends.isSending);
  useLive({ user: confirmed, guestIsActive, answers, cache, isOwn: sends.isOwn });
  const title = conversation?.title;
  const mode = conversation?.harmfulMode ? 'harmful' : conversation?.funMode ? 'fun' : undefined;
  const missing = conversationId !== null && errorCode(query.error) === 'NOT_FOUND' && !sends.isSending;

  useChatShortcuts({ onNewChat: newChat, onFocusInput: focusInput, onSearch: user ? () => setSearchOpen(true) : null });
  usePageTitle(title ? `${title} · Noek` : 'Noek');
  useEffect(() => {
    if (wide) setDrawerOpen(false);
  }, [wide]);

  const clear = async () => {
    const reopen = () => conversation && navigation.open(conversation.id);
    if (conversation && (await act('delete', [conversation], reopen)).length === 0) return;
    navigation.open(null);
    // What had the focus is gone. On touch the box would bring up the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) focusInput();
  };
  const hasSidebar = owner !== null;
  const sidebar = { pending: !user && !kept, onNewChat: newChat };

  return (
    <ChatNavigationContext value={navigation}>
      <AnswersContext value={answers}>
        <ChatSessionContext value={{ user, pending: isPending, cache, drafts, edits, sends, input }}>
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <div className="relative flex h-dvh overflow-clip" data-mode={mode}>
            {hasSidebar && (
              <PaneBoundary>
                <Suspense fallback={wide ? <SidebarFrame collapsed={collapsed} /> : null}>
                  {wide ? (
                    <Sidebar {...sidebar} collapsed={collapsed} onCollapsed={setCollapsed} />
                  ) : (
                    <SidebarDrawer {...sidebar} open={drawerOpen} onOpenChange={setDrawerOpen} />
                  )}
                </Suspense>
              </PaneBoundary>
            )}
            <div className="flex min-w-0 flex-1 flex-col">
              <PaneBoundary resetKey={conversationId}>
                <ChatHeader
                  user={user}
                  pending={isPending}
                  ownPage={ownPage}
                  open={conversationId !== null && !isLost}
                  conversation={conversation}
                  onMenu={hasSidebar && !wide ? () => setDrawerOpen(true) : null}
                  onNewChat={newChat}
                  onClear={() => setClearOpen(true)}
                  onSignOut={() => (sends.all.length > 0 ? setSignOutOpen(true) : signOut.mutate())}
                />
              </PaneBoundary>
              <ConnectionLine unreached={unreached !== null} kept={kept} />
              {!user && !isPending && <KeptForSignIn entries={sends.all} />}
              <PaneBoundary resetKey={conversationId}>
                {missing ? (
                  <SharedOrMissing conversationId={conversationId} guest={!user} onNewChat={newChat} />
                ) : (
                  <ConversationView conversation={conversation} />
                )}
              </PaneBoundary>
            </div>
          </div>
          <PaneBoundary floating>
            {user && <ManagedLinkDialog />}
            {user && <Search />}
            <Suspense fallback={null}>
              {limitOpen && <GuestLimitDialog open onOpenChange={setLimitOpen} limit={guestLimit ?? 0} />}
              {clearOpen && (
                <ClearConversationDialog
                  open
                  onOpenChange={setClearOpen}
                  title={title}
                  onConfirm={() => void clear()}
                />
              )}
              {signOutOpen && (
                <SignOutDialog
                  waiting={sends.all.length}
                  onOpenChange={setSignOutOpen}
                  onConfirm={() => signOut.mutate()}
                />
              )}
            </Suspense>
          </PaneBoundary>
        </ChatSessionContext>
      </AnswersContext>
    </ChatNavigationContext>
  );
}

/** Keeps the sidebar's room while its code loads. */
function SidebarFrame({ collapsed }: { collapsed: boolean }) {
  const width = collapsed ? 'w-(--size-sidebar-collapsed)' : 'w-(--size-sidebar)';
  return <div className={`flex-none border-border border-r bg-surface ${width}`} />;
}
