import type { AdminUser } from '@noek/contract/admin/schemas';
import { Badge } from '../../../components/base/badge.tsx';
import { initials } from '../../../components/initials.ts';
import { adminTexts } from '../texts.ts';

/** A person's initials and name, and whether the account is suspended or its address not verified. */
export function PersonName({ user }: { user: AdminUser }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className="inline-grid size-8 flex-none place-items-center rounded-full bg-surface-active font-semibold text-text-muted text-xs"
      >
        {initials(user.name)}
      </span>
      <span dir="auto" className="min-w-0 truncate font-medium">
        {user.name}
      </span>
      {!user.emailVerified && <Badge tone="neutral">{adminTexts.list.notVerified}</Badge>}
      {user.suspendedAt && <Badge tone="warning">{adminTexts.list.suspended}</Badge>}
    </span>
  );
}

const tones = { basic: 'neutral', supernoek: 'accent', admin: 'success' } as const;

export function LevelBadge({ user }: { user: Pick<AdminUser, 'accessLevel'> }) {
  return <Badge tone={tones[user.accessLevel]}>{adminTexts.levels[user.accessLevel]}</Badge>;
}
