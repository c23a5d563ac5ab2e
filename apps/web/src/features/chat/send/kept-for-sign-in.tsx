import { LogIn } from 'lucide-react';
import { counted } from '../../../components/base/texts.ts';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';

const texts = {
  /** Followed by a link "sign in" and `keptAfter`. */
  keptBefore: (count: number) =>
    count === 1
      ? 'You have an unsent message. It will be sent when you'
      : `You have ${counted(count)} unsent messages. They will be sent when you`,
  keptLink: 'sign in',
  keptAfter: 'again.',
} as const;

/** Tells a person whose session has expired that their unsent messages are kept. `entries`: the whole outbox. */
export default function KeptForSignIn({ entries }: { entries: readonly OutboxEntry[] }) {
  const count = entries.filter(({ ownerId }) => ownerId !== null).length;
  return (
    <div role="status" className="flex-none">
      {count > 0 && (
        <p className="flex items-center justify-center gap-2 border-border border-b bg-surface px-4 py-1.5 text-center text-sm text-text-muted">
          <LogIn className="icon" aria-hidden />
          <span>
            {texts.keptBefore(count)} <SignInLink className="prose-link">{texts.keptLink}</SignInLink> {texts.keptAfter}
          </span>
        </p>
      )}
    </div>
  );
}
