import { clsx } from 'clsx';
import { Flame, Menu, Smile, Sparkles, SquarePen } from 'lucide-react';
import { Suspense } from 'react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { Logo } from '../../../components/base/logo.tsx';
import { ThemeToggle } from '../../../components/base/theme/theme-toggle.tsx';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { UpgradeLink, upgradeText } from '../../subscription/upgrade-link.tsx';
import { MessagesLeft } from '../account-menu/messages-left.tsx';
import { ChatLink } from '../chat-navigation.tsx';
import { setDrawerOpen } from '../open/drawer-open.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { headerMenusCode, headerTitleCode } from './header-code.ts';

const AccountControls = headerMenusCode.lazy((module) => module.AccountControls);
const HeaderMenu = headerMenusCode.lazy((module) => module.HeaderMenu);
const HeaderTitle = headerTitleCode.lazy((module) => module.HeaderTitle);

/** The bar above the chat. On phones, the controls that do not fit are in one menu. */
export function ChatHeader() {
  const { user, pending, isOffline, hasSidebar } = useSession();
  const { conversation, modes, isOpen, newChat } = useOpenConversation();
  const hasDrawer = !useWideScreen() && hasSidebar;
  // Guests see their controls only after the server has confirmed that they are guests.
  const guest = !user && !pending;

  return (
    <header
      className="group/header @container/header flex-none border-border border-b"
      data-modes={modes.funMode || undefined}
    >
      <div
        className={clsx(
          'flex min-w-0 items-center gap-x-3 pr-3 pl-5 narrow-header:flex-wrap narrow-header:gap-x-1 narrow-header:pr-1.5 narrow-header:pl-2',
          modes.harmfulMode && '@max-[58rem]/header:flex-wrap',
        )}
      >
        <div
          className={clsx(
            'flex h-[calc(var(--size-header)-1px)] min-w-0 items-center gap-2.5 narrow-header:flex-1 narrow-header:gap-1.5 short:h-11',
            modes.harmfulMode && '@max-[58rem]/header:flex-1',
            !hasDrawer && 'narrow-header:pl-2',
          )}
        >
          {hasDrawer && (
            <IconButton size="lg" label={chatTexts.header.openSidebar} onClick={() => setDrawerOpen(true)}>
              <Menu aria-hidden />
            </IconButton>
          )}
          <ChatLink
            to={null}
            className="inline-flex min-h-10 flex-none items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em] narrow-header:gap-2"
          >
            <Logo />
            <span className={clsx(guest && conversation?.title && 'narrow-header:sr-only')}>{chatTexts.assistant}</span>
          </ChatLink>
          {conversation?.title &&
            !conversation.temporary &&
            (user ? (
              <Suspense fallback={<PlainTitle>{conversation.title}</PlainTitle>}>
                <HeaderTitle conversation={conversation} />
              </Suspense>
            ) : (
              <PlainTitle>{conversation.title}</PlainTitle>
            ))}
        </div>
        {modes.funMode && <ModeBadges harmful={modes.harmfulMode} />}

        <div
          // On a wide header, this group takes all the space, so that nothing moves when its controls appear.
          className={`ml-auto flex flex-none items-center justify-end @min-[58rem]/header:grow ${guest ? 'gap-2 narrow-header:gap-1' : 'gap-1 narrow-header:gap-0'}`}
        >
          <MessagesLeft />
          {!pending && !isOffline && (
            <UpgradeLink
              user={user}
              // A guest's narrow header has a menu only in a conversation.
              className={buttonClass('quiet', 'sm', guest && !isOpen ? 'narrow-header:px-0' : 'narrow-header:hidden')}
            >
              {guest && !isOpen && <Sparkles className="icon wide-header:hidden narrow-header:mx-2.5" aria-hidden />}
              <span className={guest && !isOpen ? 'narrow-header:sr-only' : undefined}>{upgradeText}</span>
            </UpgradeLink>
          )}
          {guest && <SignInLink className={buttonClass('primary', 'sm')}>{chatTexts.signIn}</SignInLink>}
          {user && (
            <Suspense fallback={<div className="w-20 narrow-header:hidden" />}>
              <AccountControls user={user} conversation={conversation} />
            </Suspense>
          )}
          {!user && <ThemeToggle className={isOpen ? 'narrow-header:hidden' : undefined} />}
          {(user || (guest && isOpen)) && (
            <IconButton
              size="lg"
              label={chatTexts.newChat}
              className={user ? 'md:hidden' : 'narrow-header:hidden'}
              onClick={newChat}
            >
              <SquarePen aria-hidden />
            </IconButton>
          )}
          {(isOpen || user) && (
            <Suspense fallback={<div className="size-10" />}>
              <HeaderMenu />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  );
}

/** The active modes. Where they do not fit next to the title, they take a second line, so that all of it can be read. */
const ModeBadges = ({ harmful }: { harmful: boolean }) => (
  <div
    className={clsx(
      'flex flex-none flex-wrap gap-1.5 narrow-header:order-last narrow-header:basis-full narrow-header:px-2 narrow-header:pb-2 short:narrow-header:pb-1.5',
      harmful && '@max-[58rem]/header:order-last @max-[58rem]/header:basis-full @max-[58rem]/header:pb-2',
    )}
  >
    <Badge tone="fun">
      <Smile aria-hidden />
      {chatTexts.funMode}
    </Badge>
    {harmful && (
      <Badge tone="harmful">
        <Flame aria-hidden />
        {chatTexts.harmfulMode}
      </Badge>
    )}
  </div>
);

const PlainTitle = ({ children }: { children: string }) => (
  <span
    dir="auto"
    className="min-w-0 truncate border-border border-l pr-1.5 pl-3 text-[0.875rem] text-text-muted leading-5 narrow-header:pl-2.5 @max-[20rem]/header:hidden"
  >
    {children}
  </span>
);
