import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { ApiProvider } from '../../../api/api-provider.tsx';
import { loadPublicConfig } from '../../../api/base/load-public-config.ts';
import { PublicConfigContext } from '../../../api/base/public-config.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { refusal } from '../../../api/refusal.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { proofTexts } from './texts.ts';

/** The question that is open. Calls that are refused meanwhile wait for the same answer. */
let open: Promise<void> | null = null;

/**
 * Asks the person to prove who they are, in a dialog above all others. Rejects with a refusal that says that nothing was changed if
 * they cancel.
 */
export function askProof(client: TrpcClient, queryClient: QueryClient): Promise<void> {
  open ??= ask(client, queryClient).finally(() => {
    open = null;
  });
  return open;
}

/** The dialog has a root of its own, so that the first page, which hardly ever needs it, has no code for it. */
async function ask(client: TrpcClient, queryClient: QueryClient): Promise<void> {
  const config = await loadPublicConfig();
  const answer = Promise.withResolvers<boolean>();
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  root.render(
    <PublicConfigContext value={config}>
      <ApiProvider client={client} queryClient={queryClient}>
        <ProofDialog onProven={() => answer.resolve(true)} onClose={() => answer.resolve(false)} />
      </ApiProvider>
    </PublicConfigContext>,
  );
  const isProven = await answer.promise;
  root.unmount();
  container.remove();
  if (!isProven) throw refusal(proofTexts.notProven, { code: 'FRESH_PROOF_REQUIRED', httpStatus: 403 });
}
