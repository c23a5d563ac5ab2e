import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** A row at the top of the sidebar, with the keys that do the same. */
export function SidebarLine(
  props: ComponentProps<'button'> & {
    icon: LucideIcon;
    label: string;
    keys: string;
  },
) {
  const { icon: Icon, label, keys, className, ...rest } = props;
  return (
    <button
      type="button"
      className={clsx(
        'mx-2.5 flex min-h-9 flex-none items-center gap-2 rounded-control px-2 text-left text-[0.875rem] text-text-muted hover:bg-surface-hover hover:text-text max-md:min-h-10 coarse:min-h-10',
        className,
      )}
      {...rest}
    >
      <Icon aria-hidden className="icon" />
      <span className="flex-1">{label}</span>
      <kbd
        aria-hidden
        className="rounded-[0.3125rem] border border-border bg-background px-1.25 py-0.75 font-medium font-sans text-[0.6875rem] leading-none max-md:hidden coarse:hidden"
      >
        {keys}
      </kbd>
    </button>
  );
}
