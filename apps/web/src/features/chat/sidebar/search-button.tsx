import { Search } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { setSearchOpen } from '../open/search-open.ts';
import { isMac, SidebarLine } from './sidebar-line.tsx';
import { sidebarTexts } from './texts.ts';

const keys = () => (isMac() ? '⌘K' : 'Ctrl+K');
const shortcuts = () => (isMac() ? 'Meta+K' : 'Control+K');
const open = () => setSearchOpen(true);

/** Opens the search; an icon, for places without room for a label. */
export function SearchButton() {
  return (
    <IconButton
      size="lg"
      side="right"
      label={sidebarTexts.search}
      hint={sidebarTexts.searchHint(keys())}
      aria-keyshortcuts={shortcuts()}
      onClick={open}
    >
      <Search aria-hidden />
    </IconButton>
  );
}

/** The same as a row of the sidebar; `onOpen` is called first. */
export const SearchLine = ({ onOpen }: { onOpen: () => void }) => (
  <SidebarLine
    icon={Search}
    label={sidebarTexts.search}
    keys={keys()}
    aria-keyshortcuts={shortcuts()}
    className="mb-2"
    onClick={() => {
      onOpen();
      open();
    }}
  />
);
