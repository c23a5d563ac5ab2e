/** The look of a round button or switch in a row of tools. */
export const toolClass =
  'inline-flex h-9 min-w-9 items-center justify-center gap-1.75 whitespace-nowrap rounded-full border border-transparent px-2.5 font-medium text-sm text-text-muted hover:bg-surface-hover hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-60 coarse:h-10 coarse:min-w-10 [&_svg]:size-4';
/** The name of a switch. Where there is no room, only screen readers and the tooltip have it. */
export const toolLabelClass = 'short:sr-only';
