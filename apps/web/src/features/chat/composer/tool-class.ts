/** The look of a switch below the message box. */
export const toolClass =
  'inline-flex h-9 items-center gap-1.75 whitespace-nowrap rounded-full border border-transparent pr-3 pl-2.5 font-medium text-sm text-text-muted hover:bg-surface-hover hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-60 coarse:h-10 [&_svg]:size-4';
