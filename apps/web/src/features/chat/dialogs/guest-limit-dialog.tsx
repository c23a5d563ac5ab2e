import { Bookmark, Gauge, type LucideIcon, MessagesSquare, X, Zap } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { trpc } from '../../../api/trpc.ts';
import { buttonClass } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { useBackToClose } from '../../../components/dialogs/back-to-close.ts';
import { overlayClass, panelClass } from '../../../components/dialogs/dialog-classes.ts';
import { useReturnFocus } from '../../../components/dialogs/return-focus.ts';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { dialogTexts } from './texts.ts';

const benefits: readonly { icon: LucideIcon; text: string }[] = [
  { icon: Gauge, text: dialogTexts.guestLimit.messagesPerDay },
  { icon: Zap, text: dialogTexts.guestLimit.modes },
  { icon: Bookmark, text: dialogTexts.guestLimit.memory },
];

/** Shown to a guest who has no messages left. */
export function GuestLimitDialog({ onClose }: { onClose: () => void }) {
  const guestStatus = trpc.chat.guestStatus.useQuery(undefined, { enabled: useSession().user === null });
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus();
  useBackToClose(true, onClose);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            className={`${panelClass} text-center outline-none`}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              onOpenAutoFocus();
              // Focuses the dialog itself: Radix would skip the link and focus "Maybe Later".
              event.preventDefault();
              (event.currentTarget as HTMLElement).focus();
            }}
          >
            <span className="mb-4 inline-grid size-12 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <MessagesSquare className="icon size-5.5!" aria-hidden />
            </span>
            <Radix.Title className="text-xl tracking-[-0.02em]">{dialogTexts.guestLimit.title}</Radix.Title>
            <Radix.Description asChild>
              <div>
                <p className="mt-2 font-medium">{dialogTexts.guestLimit.used(guestStatus.data?.messageLimit ?? 0)}</p>
                <p className="text-text-muted">{dialogTexts.guestLimit.lead}</p>
              </div>
            </Radix.Description>
            <ul className="mt-5.5 mb-6 grid text-left">
              {benefits.map(({ icon: Icon, text }) => (
                <li key={text} className="flex gap-3 border-border border-t px-0.5 py-2.75 last:border-b">
                  <Icon className="icon mt-1 text-accent-ink" aria-hidden />
                  {text}
                </li>
              ))}
            </ul>
            <SignInLink screen="signup" className={buttonClass('primary', 'lg', 'w-full')}>
              {dialogTexts.guestLimit.create}
            </SignInLink>
            <Radix.Close className={buttonClass('ghost', 'md', 'mt-1.5 w-full')}>
              {dialogTexts.guestLimit.later}
            </Radix.Close>
            <p className="mt-3.5 text-text-muted text-xs">{dialogTexts.guestLimit.free}</p>
            <Radix.Close asChild>
              <IconButton label={chatTexts.close} className="absolute top-2.5 right-2.5">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
