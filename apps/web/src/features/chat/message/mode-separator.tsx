import { clsx } from 'clsx';
import { Flame, Smile } from 'lucide-react';
import { messageTexts } from './texts.ts';

/** Says that the messages which follow are in a mode. */
export function ModeSeparator({ mode }: { mode: 'fun' | 'harmful' }) {
  const Icon = mode === 'fun' ? Smile : Flame;
  return (
    <p className="flex items-center gap-3 pb-6 text-text-muted text-xs before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border max-md:pb-5">
      <span className={clsx('inline-flex items-center gap-1.5', mode === 'fun' ? 'text-fun-ink' : 'text-harmful-ink')}>
        <Icon aria-hidden className="icon size-3.5" />
        {messageTexts.modeCommand(mode, true)}
      </span>
    </p>
  );
}
