import { clsx } from 'clsx';
import { Moon, Sun } from 'lucide-react';
import { componentTexts } from '../../components/base/texts.ts';

/** Switches the theme. Both icons are in the page, and the theme decides which one shows, so that nothing changes after the first paint. */
export const ThemeButton = ({ className }: { className?: string }) => (
  <button
    type="button"
    data-theme-button
    aria-label={componentTexts.theme.toDark}
    title={componentTexts.theme.toDark}
    className={clsx(
      'inline-grid size-10 flex-none place-items-center rounded-control text-text-muted hover:bg-surface-hover hover:text-text no-script:hidden [&_svg]:size-4.5',
      className,
    )}
  >
    <Moon className="dark:hidden" aria-hidden />
    <Sun className="hidden dark:block" aria-hidden />
  </button>
);
