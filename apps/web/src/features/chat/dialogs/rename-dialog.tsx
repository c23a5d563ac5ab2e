import type { Conversation } from '@noek/contract/chat';
import * as Radix from 'radix-ui/dialog';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { overlayClass, panelClass } from '../../../components/dialog-classes.ts';
import { Field } from '../../../components/field.tsx';
import { Input } from '../../../components/input.tsx';
import { useReturnFocus } from '../../../components/return-focus.ts';
import { renameTexts } from '../rename/texts.ts';
import { titleProblem } from '../rename/title-field.tsx';
import { useRename } from '../rename/use-rename.ts';
import { chatTexts } from '../texts.ts';
import { dialogTexts } from './texts.ts';

/** Renames a conversation where there is no room to edit the title in place. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useRename();
  const [title, setTitle] = useState(conversation.title);
  const [error, setError] = useState<string>();
  const [saving, setSaving] = useState(false);
  const returnFocus = useReturnFocus();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const problem = titleProblem(title) ?? undefined;
    setError(problem);
    if (problem || saving) return;
    setSaving(true);
    try {
      if (title.trim() !== conversation.title) await rename(conversation.id, title.trim());
      onClose();
    } catch (failure) {
      setError(renameTexts.failed(errorText(failure)));
      setSaving(false);
    }
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content className={panelClass} aria-describedby={undefined} {...returnFocus}>
            <Radix.Title className="text-lg">{dialogTexts.rename.title}</Radix.Title>
            <form className="mt-4 grid gap-6" onSubmit={(event) => void save(event)} noValidate>
              <Field label={renameTexts.field} error={error}>
                {(control) => (
                  <Input
                    {...control}
                    value={title}
                    autoComplete="off"
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => {
                      setTitle(event.target.value);
                      setError(undefined);
                    }}
                  />
                )}
              </Field>
              <div className="flex flex-wrap justify-end gap-2">
                <Radix.Close className={buttonClass('quiet')}>{chatTexts.cancel}</Radix.Close>
                <Button type="submit" aria-disabled={saving || undefined}>
                  {chatTexts.rename}
                </Button>
              </div>
            </form>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
