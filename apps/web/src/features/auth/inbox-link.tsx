import { usePublicConfig } from '../../api/public-config.ts';

/** On a machine that keeps its mail to itself: the way to it. */
export function InboxLink({ className }: { className?: string }) {
  if (usePublicConfig().mail !== 'inbox') return null;
  return (
    <p className={className}>
      <a className="prose-link text-[0.875rem]" href="/dev/inbox" target="_blank" rel="noreferrer">
        Open the mail inbox of this machine
      </a>
    </p>
  );
}
