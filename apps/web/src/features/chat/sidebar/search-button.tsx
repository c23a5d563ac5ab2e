import { Search } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { setSearchOpen } from '../open/search-open.ts';
import { sidebarTexts } from './texts.ts';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
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
export function SearchLine({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcuts()}
      className="mx-2.5 mb-2 flex min-h-9 flex-none items-center gap-2 rounded-control px-2 text-left text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text max-md:min-h-10 coarse:min-h-10"
      onClick={() => {
        onOpen();
        open();
      }}
    >
      <Search aria-hidden className="icon" />
      <span className="flex-1">{sidebarTexts.search}</span>
      <kbd
        aria-hidden
        className="rounded-[0.3125rem] border border-border bg-background px-1.25 py-0.75 font-medium font-sans text-[0.6875rem] leading-none max-md:hidden coarse:hidden"
      >
        {keys()}
      </kbd>
    </button>
  );
}
