import { PanelLeft, PanelLeftOpen, SquarePen, Trash2, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { ToastPlace } from '../../../components/base/toasts/toast-place.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { Tab, TabList, TabPanel, Tabs } from '../../../components/tabs.tsx';
import { AccountMenu } from '../account-menu/account-menu.tsx';
import { openDialog } from '../open/open-dialog.ts';
import { useSeen } from '../streaming/activity.ts';
import { TemporarySwitch } from '../temporary/temporary-switch.tsx';
import { glideSidebar } from './glide-sidebar.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { LoadingRows } from './list/list-states.tsx';
import { NewChatLine, newChatHint } from './new-chat-line.tsx';
import { SearchButton, SearchLine } from './search-button.tsx';
import './drawer.css';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { chatTexts } from '../texts.ts';
import { useSwipeToClose } from './swipe-to-close.ts';
import { sidebarTexts } from './texts.ts';

const MemoryPanel = codePart(() => import('../../memory/memory-panel.tsx')).lazy((module) => module.MemoryPanel);

type SidebarProps = {
  /** The server has not confirmed the session yet: only placeholders. */
  pending: boolean;
  onNewChat: () => void;
};

const panel = 'flex min-h-0 flex-1 flex-col';

function TrashEntry() {
  return (
    <div className="flex-none border-border border-t p-2">
      <button
        type="button"
        className="flex h-10 w-full items-center gap-2.5 rounded-control px-2.5 text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text"
        onClick={() => openDialog({ kind: 'trash' })}
      >
        <Trash2 aria-hidden className="icon" />
        {sidebarTexts.trash}
      </button>
    </div>
  );
}

function Content(props: SidebarProps & { onPick: () => void; closeButton: ReactNode; toasts?: ReactNode }) {
  const [tab, setTab] = useState('chats');
  return (
    <>
      <div className="flex h-14 flex-none items-center gap-0.5 pr-2.5 pl-4.5">
        <h2 className="flex-1 text-base tracking-[-0.01em]">{sidebarTexts.heading}</h2>
        <TemporarySwitch onSwitch={props.onPick} />
        {props.closeButton}
      </div>
      <NewChatLine onNewChat={props.onNewChat} />
      {props.pending ? (
        <LoadingRows />
      ) : (
        <Tabs value={tab} onValueChange={setTab} className="drawer-tabs flex min-h-0 flex-1 flex-col">
          <SearchLine onOpen={props.onPick} />
          <TabList className="flex-none px-4.5" aria-label={sidebarTexts.tabs.label}>
            <Tab value="chats">{sidebarTexts.tabs.chats}</Tab>
            <Tab value="archived">{sidebarTexts.tabs.archived}</Tab>
            <Tab value="memories">{sidebarTexts.tabs.memories}</Tab>
          </TabList>
          <TabPanel value="chats" className={panel}>
            <ConversationList list="chats" onPick={props.onPick} footer={<TrashEntry />} />
          </TabPanel>
          <TabPanel value="archived" className={panel}>
            <ConversationList list="archived" onPick={props.onPick} footer={<TrashEntry />} />
          </TabPanel>
          <TabPanel value="memories" className={panel}>
            <Suspense fallback={<LoadingRows />}>
              <MemoryPanel />
            </Suspense>
          </TabPanel>
        </Tabs>
      )}
      {props.toasts}
      <AccountMenu />
    </>
  );
}

/** The sidebar next to the page: 272 px wide, 56 px when collapsed. */
export function Sidebar(props: SidebarProps & { collapsed: boolean; onCollapsed: (collapsed: boolean) => void }) {
  const { collapsed, onCollapsed } = props;
  useSeen();
  const toggle = useRef<HTMLButtonElement>(null);
  const wasCollapsed = useRef(collapsed);
  useLayoutEffect(() => {
    // The pressed button was replaced by its opposite, which takes the focus.
    if (wasCollapsed.current !== collapsed && document.activeElement === document.body) toggle.current?.focus();
    wasCollapsed.current = collapsed;
  }, [collapsed]);
  if (collapsed)
    return (
      <aside
        aria-label={sidebarTexts.label}
        className="flex w-(--size-sidebar-collapsed) flex-none flex-col items-center gap-1 border-border border-r bg-surface py-2"
      >
        <IconButton
          ref={toggle}
          size="lg"
          side="right"
          label={sidebarTexts.expand}
          aria-expanded={false}
          onClick={() => glideSidebar(() => onCollapsed(false))}
        >
          <PanelLeftOpen aria-hidden />
        </IconButton>
        {!props.pending && <SearchButton />}
        <IconButton size="lg" side="right" label={chatTexts.newChat} hint={newChatHint()} onClick={props.onNewChat}>
          <SquarePen aria-hidden />
        </IconButton>
        {!props.pending && <TemporarySwitch side="right" />}
        <AccountMenu collapsed />
      </aside>
    );
  return (
    <aside
      aria-label={sidebarTexts.label}
      className="flex w-(--size-sidebar) flex-none flex-col border-border border-r bg-surface"
    >
      <Content
        {...props}
        onPick={() => {}}
        closeButton={
          <IconButton
            ref={toggle}
            size="lg"
            label={sidebarTexts.collapse}
            aria-expanded
            onClick={() => glideSidebar(() => onCollapsed(true))}
          >
            <PanelLeft aria-hidden />
          </IconButton>
        }
      />
    </aside>
  );
}

const isTitleField = (target: EventTarget | null) => (target as Element).closest('[data-title-field]') !== null;

/** The same as a drawer over a narrow page; it closes when a conversation is chosen. */
export function SidebarDrawer(props: SidebarProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const close = () => props.onOpenChange(false);
  const returnFocus = useReturnFocus();
  const swipe = useSwipeToClose(close);
  useBackToClose(props.open, close);
  useSeen();
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-drawer) bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          {...returnFocus}
          {...swipe}
          onEscapeKeyDown={(event) => {
            if (isTitleField(event.target) || isOfInputMethod(event)) event.preventDefault();
          }}
          // Radix begins to listen a moment after the drawer has opened.
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || isOfInputMethod(event)) return;
            if (!isTitleField(event.target)) close();
          }}
          className="drawer fixed inset-y-0 left-0 z-(--z-drawer) flex w-[min(20rem,86vw)] flex-col border-border border-r bg-surface shadow-dialog outline-none"
        >
          <Radix.Title className="sr-only">{sidebarTexts.label}</Radix.Title>
          <Content
            {...props}
            onNewChat={() => {
              close();
              props.onNewChat();
            }}
            onPick={close}
            toasts={<ToastPlace className="px-2" />}
            closeButton={
              <Radix.Close asChild>
                <IconButton size="lg" label={sidebarTexts.close}>
                  <X aria-hidden />
                </IconButton>
              </Radix.Close>
            }
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
