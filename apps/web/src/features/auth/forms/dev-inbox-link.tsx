import { usePublicConfig } from '../../../api/base/public-config.ts';
import { buttonClass } from '../../../components/base/button.tsx';
import { authTexts } from '../texts.ts';

/** A link to the email that the server keeps instead of sending it. Renders nothing on a server that sends email. */
export function DevInboxLink({ className, asButton = false }: { className?: string; asButton?: boolean }) {
  if (usePublicConfig().mail !== 'inbox') return null;
  return (
    <p className={className}>
      <a
        className={asButton ? buttonClass('primary', 'md', 'w-full') : 'prose-link text-[0.875rem]'}
        href="/dev/inbox"
        target="_blank"
        rel="noreferrer"
      >
        {authTexts.devInbox}
      </a>
    </p>
  );
}
