import { Suspense, useEffect } from 'react';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { setDrawerOpen, useDrawerOpen } from '../open/drawer-open.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { useCollapsed } from './collapsed.ts';
import { sidebarCode } from './sidebar-code.ts';

const Sidebar = sidebarCode.lazy((module) => module.Sidebar);
const SidebarDrawer = sidebarCode.lazy((module) => module.SidebarDrawer);

/** The sidebar: next to the page on a wide screen, a drawer on a narrow one. Guests have none. */
export function SidebarPane() {
  const { user, hasSidebar, isCached } = useSession();
  const { newChat } = useOpenConversation();
  const [collapsed, setCollapsed] = useCollapsed();
  const drawerOpen = useDrawerOpen();
  const wide = useWideScreen();
  useEffect(() => {
    if (wide) setDrawerOpen(false);
  }, [wide]);
  useEffect(() => () => setDrawerOpen(false), []);
  if (!hasSidebar) return null;
  const sidebar = { pending: !user && !isCached, onNewChat: newChat };
  return (
    <Suspense fallback={wide ? <SidebarFrame collapsed={collapsed} /> : null}>
      {wide ? (
        <Sidebar {...sidebar} collapsed={collapsed} onCollapsed={setCollapsed} />
      ) : (
        <SidebarDrawer {...sidebar} open={drawerOpen} onOpenChange={setDrawerOpen} />
      )}
    </Suspense>
  );
}

/** Keeps the sidebar's place while its code loads. */
function SidebarFrame({ collapsed }: { collapsed: boolean }) {
  const width = collapsed ? 'w-(--size-sidebar-collapsed)' : 'w-(--size-sidebar)';
  return <div className={`flex-none border-border border-r bg-surface ${width}`} />;
}
