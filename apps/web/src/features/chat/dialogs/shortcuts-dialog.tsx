import { Fragment } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useCtrlEnter } from '../send-key.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { KeyCaps } from './key-caps.tsx';
import { shortcutGroups } from './shortcut-texts.ts';
import { dialogTexts } from './texts.ts';

/** All keyboard shortcuts that the person has. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isSignedIn = useSession().user !== null;
  const groups = shortcutGroups(useCtrlEnter() ? 'ctrl-enter' : 'enter')
    .map(({ name, shortcuts }) => ({ name, shortcuts: shortcuts.filter(({ signedIn }) => isSignedIn || !signedIn) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Dialog title={dialogTexts.shortcuts.title} className="max-w-176!" onClose={onClose}>
      <div className="mt-5 gap-x-8 sm:columns-2">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} className="mb-5 break-inside-avoid">
            <h3 className="mb-1.5 font-medium text-sm text-text-muted">{name}</h3>
            <dl className="text-sm">
              {shortcuts.map(({ does, keys }) => (
                <div
                  key={does}
                  className="flex items-center justify-between gap-4 border-border border-b py-2 last:border-0"
                >
                  <dt>{does}</dt>
                  <dd className="flex flex-none flex-wrap items-center justify-end gap-1.5">
                    {keys.map((shortcut, at) => (
                      <Fragment key={shortcut}>
                        {at > 0 && <span className="text-text-muted text-xs">{dialogTexts.shortcuts.or}</span>}
                        <KeyCaps shortcut={shortcut} />
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="flex justify-end">
        <Button variant="quiet" onClick={onClose}>
          {chatTexts.close}
        </Button>
      </div>
    </Dialog>
  );
}
