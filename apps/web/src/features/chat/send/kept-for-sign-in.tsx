import { LogIn } from 'lucide-react';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { chatTexts } from '../texts.ts';

/** Tells a person whose session has expired that their unsent messages are kept. `entries`: the whole outbox. */
export default function KeptForSignIn({ entries }: { entries: readonly OutboxEntry[] }) {
  const count = entries.filter(({ ownerId }) => ownerId !== null).length;
  return (
    <div role="status" className="flex-none">
      {count > 0 && (
        <p className="flex items-center justify-center gap-2 border-border border-b bg-surface px-4 py-1.5 text-center text-sm text-text-muted">
          <LogIn className="icon" aria-hidden />
          <span>
            {chatTexts.sending.keptBefore(count)}{' '}
            <SignInLink className="prose-link">{chatTexts.sending.keptLink}</SignInLink> {chatTexts.sending.keptAfter}
          </span>
        </p>
      )}
    </div>
  );
}
