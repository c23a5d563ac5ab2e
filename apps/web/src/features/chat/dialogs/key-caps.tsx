import { keysOf } from './keys.ts';

/** The keys of a shortcut, as this platform names them. */
export const KeyCaps = ({ shortcut }: { shortcut: string }) => (
  <kbd className="inline-flex gap-1 font-sans">
    {keysOf(shortcut).map((key) => (
      <kbd
        key={key}
        className="min-w-5 rounded-[0.3125rem] border border-border bg-background px-1.25 py-0.75 text-center font-medium font-sans text-[0.6875rem] text-text-muted leading-none"
      >
        {key}
      </kbd>
    ))}
  </kbd>
);
