import { defaultProjectColor } from '@noek/contract/projects/limits';
import type { Project } from '@noek/contract/projects/schemas';
import { useId, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { Field } from '../../../../components/forms/field.tsx';
import { Input } from '../../../../components/forms/input.tsx';
import { useSubmit } from '../../../../components/forms/use-submit.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { setDrawerOpen } from '../../open/drawer-open.ts';
import type { DialogOf } from '../../open/open-dialog.ts';
import { useSession } from '../../session/session.ts';
import { useProjectChanges } from '../change-projects.ts';
import { ColorChoice } from '../color-choice.tsx';
import { moveConversations } from '../move-conversations.ts';
import { nameProblem } from '../name-problem.ts';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.form;

/** Creates a project, which then opens or receives the conversations of `move`; or changes the name and the colour of `project`. */
export function ProjectForm(props: { project?: Project; name?: string; move?: DialogOf<'move'>; onClose: () => void }) {
  const { project, move, onClose } = props;
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const { create, update } = useProjectChanges();
  const { openProject } = useChatNavigation();
  const [name, setName] = useState(project?.name ?? props.name ?? '');
  const [color, setColor] = useState<string>(project?.color ?? defaultProjectColor);
  const id = useId();

  const save = async () => {
    if (project) {
      await update({ projectId: project.id, name: name.trim(), color });
      toast({ title: projectTexts.toasts.renamed });
      return;
    }
    const made = await create({ name: name.trim(), color });
    if (!move) {
      setDrawerOpen(false);
      return openProject(made.id);
    }
    move.onMoved?.();
    void moveConversations({ utils, cache }, move.moved, made);
  };
  const {
    onSubmit,
    problem,
    isSending: saving,
    clear,
  } = useSubmit({
    check: () => nameProblem(name),
    async send() {
      await save();
      onClose();
    },
    failed: errorText,
  });
  return (
    <Dialog
      title={project ? texts.change : texts.create}
      description={project ? undefined : texts.createLead}
      busy={saving}
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="mt-5 grid gap-5">
        <Field label={texts.name} error={problem}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              autoComplete="off"
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                clear();
              }}
            />
          )}
        </Field>
        <ColorChoice name={id} value={color} onChange={setColor} />
        <FormButtons
          submit={project ? (saving ? texts.saving : texts.save) : saving ? texts.creating : texts.submitCreate}
          isSaving={saving}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
