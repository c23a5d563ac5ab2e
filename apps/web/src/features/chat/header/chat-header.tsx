import type { User } from '@noek/contract/auth';
import type { Conversation } from '@noek/contract/chat';
import { Flame, LogOut, Menu, Smile, SquarePen, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Badge } from '../../../components/badge.tsx';
import { Button, buttonClass } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { keepTrying } from '../../../components/keep-trying.ts';
import { Logo } from '../../../components/logo.tsx';
import { ThemeToggle } from '../../../components/theme-toggle.tsx';
import { SignInLink } from '../../session/sign-in-link.tsx';
import { ChatLink } from '../chat-navigation.tsx';
import { MessagesLeft } from './messages-left.tsx';
import type { HeaderActions } from './signed-in/header-menus.tsx';

const AccountMenu = lazy(() =>
  keepTrying(() => import('./signed-in/header-menus.tsx').then((module) => ({ default: module.AccountMenu }))),
);
const HeaderTitle = lazy(() =>
  keepTrying(() => import('./signed-in/header-title.tsx').then((module) => ({ default: module.HeaderTitle }))),
);
const ShareButton = lazy(() =>
  keepTrying(() => import('../sharing/share/share-button.tsx').then((module) => ({ default: module.ShareButton }))),
);
const PhoneMenu = lazy(() =>
  keepTrying(() => import('./signed-in/header-menus.tsx').then((module) => ({ default: module.PhoneMenu }))),
);

/** The bar above the chat. On phones what does not fit goes into one menu. */
export function ChatHeader(
  props: HeaderActions & {
    /** Who the server says is here; null for guests. */
    user: User | null;
    /** Guests see their own controls only once it is sure that they are guests. */
    pending: boolean;
    /** Nothing is open, or a conversation of one's own: not one that somebody shared, and none that is still loading. */
    ownPage: boolean;
    /** A conversation is open, known or still loading. */
    open: boolean;
    conversation: Conversation | undefined;
    /** Opens the drawer; absent on wide screens and for guests. */
    onMenu: (() => void) | null;
  },
) {
  const { user, pending, open, conversation, onMenu } = props;
  const guest = !user && !pending;
  const upgradable = user?.accessLevel === 'basic' && props.onUpgrade;

  return (
    <header className="flex h-14 min-w-0 flex-none items-center gap-3 border-border border-b pr-3 pl-5 max-md:gap-1 max-md:pr-1.5 max-md:pl-2">
      <div className={`flex min-w-0 flex-1 items-center gap-2.5 max-md:gap-1.5 ${onMenu ? '' : 'max-md:pl-2'}`}>
        {onMenu && (
          <IconButton size="lg" label="Open sidebar" onClick={onMenu}>
            <Menu aria-hidden />
          </IconButton>
        )}
        <ChatLink
          to={null}
          className="inline-flex min-h-10 flex-none items-center gap-2.5 font-semibold text-[1rem] tracking-[-0.012em]"
        >
          <Logo />
          Noek
        </ChatLink>
        {conversation?.title &&
          (user ? (
            <Suspense fallback={<PlainTitle>{conversation.title}</PlainTitle>}>
              <HeaderTitle conversation={conversation} />
            </Suspense>
          ) : (
            <PlainTitle>{conversation.title}</PlainTitle>
          ))}
        {conversation?.funMode && (
          <Badge tone="fun">
            <Smile aria-hidden />
            <span className="max-xs:sr-only">Fun Mode</span>
          </Badge>
        )}
        {conversation?.harmfulMode && (
          <Badge tone="harmful">
            <Flame aria-hidden />
            <span className="max-md:sr-only">Harmful Mode</span>
          </Badge>
        )}
      </div>

      <div className={`flex flex-none items-center ${guest ? 'gap-2 max-md:gap-1' : 'gap-1'}`}>
        <MessagesLeft user={user} pending={pending || !props.ownPage} />
        {upgradable && (
          <Button variant="quiet" size="sm" className="max-md:hidden" onClick={props.onUpgrade}>
            Upgrade
          </Button>
        )}
        {guest && <SignInLink className={buttonClass('primary', 'sm')}>Sign In</SignInLink>}
        {user && (
          <Suspense fallback={<div className="w-10 max-md:hidden" />}>
            <AccountMenu user={user} onSignOut={props.onSignOut} />
          </Suspense>
        )}
        {user && conversation && (
          <Suspense fallback={<div className="w-10 max-md:hidden" />}>
            <ShareButton conversation={conversation} />
          </Suspense>
        )}
        {open && (
          <IconButton size="lg" label="Clear conversation" className="max-md:hidden" onClick={props.onClear}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
        <ThemeToggle className={open || user ? 'max-md:hidden' : undefined} />
        {user && (
          <IconButton size="lg" label="Sign out" className="max-md:hidden" onClick={props.onSignOut}>
            <LogOut aria-hidden />
          </IconButton>
        )}
        {user && (
          <IconButton size="lg" label="New chat" className="md:hidden" onClick={props.onNewChat}>
            <SquarePen aria-hidden />
          </IconButton>
        )}
        {(open || user) && (
          <Suspense fallback={<div className="size-10 md:hidden" />}>
            <PhoneMenu {...props} />
          </Suspense>
        )}
      </div>
    </header>
  );
}

const PlainTitle = ({ children }: { children: string }) => (
  <span
    dir="auto"
    className="min-w-0 truncate border-border border-l pl-3 text-[0.875rem] text-text-muted leading-5 max-md:hidden"
  >
    {children}
  </span>
);
