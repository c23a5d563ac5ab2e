import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { authTexts } from '../texts.ts';

/** How often the server is asked, in milliseconds. An attempt to send may take some seconds to fail. */
const askEveryMs = 5_000;

/** Whether links that were mailed are delayed, because the server cannot send mail now. */
export function useMailDelayed(): boolean {
  const isSent = usePublicConfig().mail !== 'inbox';
  const { data } = trpc.auth.mailState.useQuery(undefined, {
    enabled: isSent,
    refetchInterval: askEveryMs,
    staleTime: 0,
  });
  return data?.delayed ?? false;
}

/** Says that a link that was asked for is delayed, while it is. */
export const MailDelayed = ({ className }: { className?: string }) => (
  <p role="status" className={className}>
    {useMailDelayed() && authTexts.mailDelayed}
  </p>
);
