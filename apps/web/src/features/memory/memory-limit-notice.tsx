import { buttonClass } from '../../components/base/button.tsx';
import { Notice } from '../../components/base/notice.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { UpgradeLink } from '../subscription/upgrade-link.tsx';
import { memoryTexts } from './texts.ts';

/** Says that no more memories can be added, and leads to the plan with more if the person does not have it. */
export function MemoryLimitNotice() {
  const { user } = useCurrentUser();
  return (
    <Notice tone="warning">
      <p>{memoryTexts.limitReached}</p>
      {user && <UpgradeLink user={user} className={buttonClass('warning', 'sm', 'mt-2')} />}
    </Notice>
  );
}
