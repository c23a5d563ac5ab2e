import type { Project } from '@noek/contract/projects/schemas';
import { useId, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { DialogButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { useProject } from '../../session/use-projects.ts';
import { useChangeOrTell } from '../change-projects.ts';
import { ColorChoice } from '../color-choice.tsx';
import { projectTexts } from '../texts.ts';

/** Changes the colour of a project. A choice applies at once. */
export function ColorDialog({ project: given, onClose }: { project: Project; onClose: () => void }) {
  const project = useProject(given.id) ?? given;
  const change = useChangeOrTell();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = async (color: string) => {
    // Without it, the button would jump back until the change of the project is on screen.
    setChosen(color);
    await change({ projectId: project.id, color });
    setChosen(null);
  };
  return (
    <Dialog title={projectTexts.colorOf(project.name)} onClose={onClose}>
      <div className="mt-4 grid gap-5">
        <ColorChoice name={id} value={chosen ?? project.color} onChange={(color) => void choose(color)} />
        <DialogButtons>
          <Button onClick={onClose}>{projectTexts.done}</Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
