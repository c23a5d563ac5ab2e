import { X } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { Centred } from '../admin-frame.tsx';
import type { PeopleSelection } from '../people/people-selection.ts';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.email;

/** The Email Dashboard: whom an email would go to. */
export function EmailPanel({ selection }: { selection: PeopleSelection }) {
  if (selection.users.length === 0) return <Centred title={texts.none} text={texts.hint} />;
  return (
    <>
      <p className="mb-3 text-sm text-text-muted tabular-nums">{adminTexts.list.selected(selection.users.length)}</p>
      <ul className="flex flex-wrap gap-2">
        {selection.users.map((user) => (
          <li
            key={user.id}
            className="flex max-w-full items-center gap-1 rounded-full border border-border py-0.5 pr-1 pl-3 text-sm"
          >
            <span className="min-w-0 truncate">{user.email}</span>
            <IconButton label={texts.remove(user.name)} onClick={() => selection.set([user], false)}>
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}
