import type { PayerWithoutPlan } from '@noek/contract/admin/schemas';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { adminTexts } from '../texts.ts';
import { DecideDialog } from './decide-dialog.tsx';

const texts = adminTexts.payers;
const refetchMs = 60_000;

/** The people who are charged for SuperNoek without having it, and what can be done. Renders nothing if there are none. */
export function PayersNotice() {
  const { data } = trpc.admin.payersWithoutPlan.useQuery(undefined, { staleTime: 0, refetchInterval: refetchMs });
  const [deciding, setDeciding] = useState<PayerWithoutPlan | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <>
      <Notice tone="warning" role="status" className="mb-5">
        <p className="font-medium">{texts.title(data.length)}</p>
        <ul className="mt-2 grid gap-3">
          {data.map((payer) => (
            <li key={payer.user.id} className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5">
              <div className="min-w-0 flex-1 basis-64">
                <p className="break-words">
                  <span dir="auto" className="font-medium">
                    {payer.user.name}
                  </span>{' '}
                  ({payer.user.email}): {texts.why[payer.why]}
                </p>
                <p>{payer.advice}</p>
              </div>
              <Button
                variant="warning"
                size="sm"
                aria-label={texts.decideFor(payer.user.name)}
                onClick={() => setDeciding(payer)}
              >
                {texts.decide}
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
      {deciding && <DecideDialog payer={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}
