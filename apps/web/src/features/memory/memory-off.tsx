import { useQueryClient } from '@tanstack/react-query';
import { currentUserKey, trpc } from '../../api/trpc.ts';
import { TextButton } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { PageLink } from '../../components/page/page-link.tsx';
import { dataControlsPage } from '../session/account-page.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { memoryTexts } from './texts.ts';

const texts = memoryTexts.off;

/** Says that memory is off, and turns it on. Nothing while it is on. */
export function MemoryOff({ className }: { className?: string }) {
  const { user } = useCurrentUser();
  const queries = useQueryClient();
  const turnOn = trpc.auth.memorySettings.useMutation({
    onSuccess: (after) => queries.setQueryData(currentUserKey, after),
    meta: { failed: texts.failed },
  });
  if (user?.memoryEnabled !== false) return null;
  return (
    <Notice {...(className && { className })}>
      <p>{texts.notice}</p>
      <div className="flex flex-wrap items-center gap-x-3">
        <TextButton
          className="-ml-1"
          disabled={turnOn.isPending}
          onClick={() => turnOn.mutate({ memoryEnabled: true })}
        >
          {texts.turnOn}
        </TextButton>
        <PageLink className="prose-link text-sm" href={dataControlsPage}>
          {texts.settings}
        </PageLink>
      </div>
    </Notice>
  );
}
