import { CircleAlert } from 'lucide-react';
import { UpgradeLink } from '../../subscription/upgrade-link.tsx';
import type { SendRefusal } from '../send/send-refusal.ts';
import { useSession } from '../session/session.ts';
import { AddSheet } from './add-sheet.tsx';
import { FilesBox } from './files/files-box.tsx';
import { QueueButtons } from './queue-buttons.tsx';
import { SwitchedOn } from './switched-on.tsx';

/** Why a message was not sent, shown above the box, which has the text again. */
function Refusal({ refusal: { kind, text } }: { refusal: SendRefusal }) {
  const { user } = useSession();
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">
        {text} {kind === 'limit' && user && <UpgradeLink user={user} className="prose-link font-medium" />}
      </span>
    </p>
  );
}

/** The parts of the message box that load with the first input. */
export const parts = { FilesBox, Refusal, AddSheet, SwitchedOn, QueueButtons };
