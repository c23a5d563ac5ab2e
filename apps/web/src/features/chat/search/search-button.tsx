import { Search } from 'lucide-react';
import { IconButton, type IconButtonProps } from '../../../components/icon-button.tsx';
import { setSearchOpen } from './search-open.ts';

const hint = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? 'Search  ⌘K' : 'Search  Ctrl+K');

/** Opens the search; `onOpen` is called first. */
export function SearchButton({ side, onOpen }: Pick<IconButtonProps, 'side'> & { onOpen?: () => void }) {
  const open = () => {
    onOpen?.();
    setSearchOpen(true);
  };
  return (
    <IconButton size="lg" label="Search" hint={hint()} onClick={open} {...(side ? { side } : {})}>
      <Search aria-hidden />
    </IconButton>
  );
}
