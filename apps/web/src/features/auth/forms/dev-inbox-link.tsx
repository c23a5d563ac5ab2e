import { usePublicConfig } from '../../../api/base/public-config.ts';
import { authTexts } from '../texts.ts';

/** A link to the email that the server keeps instead of sending it. Renders nothing on a server that sends email. */
export function DevInboxLink({ className }: { className?: string }) {
  if (usePublicConfig().mail !== 'inbox') return null;
  return (
    <p className={className}>
      <a className="prose-link text-[0.875rem]" href="/dev/inbox" target="_blank" rel="noreferrer">
        {authTexts.devInbox}
      </a>
    </p>
  );
}
