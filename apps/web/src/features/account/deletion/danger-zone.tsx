import { useState } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { accountTexts } from '../texts.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

const texts = accountTexts.danger;

/** Deletes the account, after asking. Calls `onDeleted` afterwards. */
export function DangerZone({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex items-center justify-between gap-x-6 gap-y-3 rounded-card border border-danger-edge px-4.5 py-4 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <p className="font-medium text-danger-ink">{texts.title}</p>
        <p className="text-sm text-text-muted">{texts.text}</p>
      </div>
      <Button className="flex-none" variant="danger-quiet" size="sm" onClick={() => setAsking(true)}>
        {texts.button}
      </Button>
      {asking && <DeleteAccountDialog onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </div>
  );
}
