import type { AdminUser } from '@noek/contract/admin/schemas';
import { clsx } from 'clsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { Checkbox } from '../../../components/fields/checkbox.tsx';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { adminTexts } from '../texts.ts';
import type { PeopleSelection } from './people-selection.ts';
import { LevelBadge, PersonName } from './person-name.tsx';
import { type OnUserAction, UserActions } from './user-actions.tsx';

const texts = adminTexts.list;

type ListProps = { users: readonly AdminUser[]; selection: PeopleSelection; onAction: OnUserAction };

/** A page of people: a table on wide screens, cards on phones. */
export function PeopleList(props: ListProps) {
  return useWideScreen() ? <PeopleTable {...props} /> : <PeopleCards {...props} />;
}

const Select = ({ user, selection }: { user: AdminUser; selection: PeopleSelection }) => (
  <Checkbox
    aria-label={texts.select(user.name)}
    checked={selection.has(user.id)}
    onCheckedChange={(checked) => selection.set([user], checked === true)}
  />
);

function PeopleTable({ users, selection, onAction }: ListProps) {
  const { columns } = texts;
  const head = 'sticky top-14 z-1 bg-background px-3 py-2.5 text-left font-medium text-sm text-text-muted';
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-[0.875rem]">
      <caption className="sr-only">{texts.caption}</caption>
      <colgroup>
        <col className="w-12" />
        <col className="w-[26%] lg:w-[30%]" />
        <col />
        <col className="w-28 lg:w-36" />
        <col className="w-49" />
      </colgroup>
      <thead>
        <tr className="[&>th]:border-border [&>th]:border-b">
          <th scope="col" className={head}>
            <span className="sr-only">{columns.select}</span>
          </th>
          {([columns.name, columns.email, columns.level, columns.actions] as const).map((name) => (
            <th key={name} scope="col" className={clsx(head, name === columns.actions && 'pl-4!')}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_:is(a,button)]:scroll-mt-11">
        {users.map((user) => (
          <tr
            key={user.id}
            aria-selected={selection.has(user.id)}
            className="hover:bg-surface-hover aria-selected:bg-accent-soft/45 [&>td]:h-13 [&>td]:border-border [&>td]:border-b [&>td]:px-3"
          >
            <td className="leading-none">
              <Select user={user} selection={selection} />
            </td>
            <td>
              <PersonName user={user} />
            </td>
            <td className="truncate text-text-muted" title={user.email}>
              {user.email}
            </td>
            <td>
              <LevelBadge user={user} />
            </td>
            <td className="px-1!">
              <UserActions user={user} onAction={onAction} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PeopleCards({ users, selection, onAction }: ListProps) {
  return (
    <ul aria-label={texts.caption} className="grid gap-3">
      {users.map((user) => (
        <li key={user.id} className="grid gap-2 rounded-card border border-border bg-surface-raised p-4">
          <div className="flex items-start gap-3">
            <span className="grid h-8 place-items-center">
              <Select user={user} selection={selection} />
            </span>
            <div className="grid min-w-0 flex-1 gap-1">
              <PersonName user={user} />
              <span className="truncate text-sm text-text-muted">{user.email}</span>
            </div>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <LevelBadge user={user} />
            <UserActions user={user} onAction={onAction} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Placeholders of rows that are loading. */
export function LoadingPeople() {
  return (
    <div role="status" aria-label={adminTexts.loading} className="grid">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="flex h-13 items-center gap-4 border-border border-b px-3">
          <Skeleton className="size-8 rounded-full!" />
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  );
}
