import type { AdminUser } from '@noek/contract/admin/schemas';
import { Button } from '../../../components/base/button.tsx';
import { LevelBadge, PersonName } from '../people/person-name.tsx';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.logs;

/** The current page of people as cards, each with a way to their messages. */
export function MessageLogs({ users, onView }: { users: readonly AdminUser[]; onView: (user: AdminUser) => void }) {
  return (
    <ul aria-label={texts.heading} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {users.map((user) => (
        <li
          key={user.id}
          className="grid content-between gap-3 rounded-card border border-border bg-surface-raised p-4"
        >
          <div className="grid min-w-0 gap-1">
            <PersonName user={user} />
            <span className="truncate pl-11 text-sm text-text-muted">{user.email}</span>
          </div>
          <div className="flex items-center justify-between gap-2">
            <LevelBadge user={user} />
            <Button variant="quiet" size="sm" aria-label={texts.viewOf(user.name)} onClick={() => onView(user)}>
              {texts.view}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
