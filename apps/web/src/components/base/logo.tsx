import { clsx } from 'clsx';

/** The N mark. `soft`: tinted, as the avatar of an answer. Size it with `className`. */
export function Logo({ soft = false, className }: { soft?: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={clsx('block flex-none', className ?? 'size-7')}>
      <rect width="24" height="24" rx="7" className={soft ? 'fill-accent-soft' : 'fill-accent'} />
      <path
        d="M7.7 16.8V7.7l8.6 9.1v-4.6"
        fill="none"
        strokeWidth="2.3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={soft ? 'stroke-accent-ink' : 'stroke-accent-text'}
      />
      <circle cx="16.3" cy="8" r="1.55" className={soft ? 'fill-accent-ink' : 'fill-accent-text'} />
    </svg>
  );
}
