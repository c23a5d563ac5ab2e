import type { MemoryText } from '@noek/contract/memory/memory-text';
import { clsx } from 'clsx';

/** What a memory says below its title, now or earlier. */
export const MemoryBody = ({ said, className }: { said: MemoryText; className?: string }) => (
  <p dir="auto" className={clsx('whitespace-pre-line break-words text-text-muted', className)}>
    {said.content}
  </p>
);
