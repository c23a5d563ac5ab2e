import type { Project, ProjectMemory } from '@noek/contract/projects/schemas';
import { useId, useState } from 'react';
import { tellFailure } from '../../../../api/failed.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { useProjectChanges } from '../change-projects.ts';
import { RadioCards } from '../radio-cards.tsx';
import { projectTexts } from '../texts.ts';
import { ProjectSection } from './project-section.tsx';

const texts = projectTexts.page.memory;

const choices = (['shared', 'own', 'off'] as const).map((value) => ({ value, ...texts.choices[value] }));

/** Which memories the chats of a project use. A choice applies at once. */
export function ProjectMemorySwitch({ project }: { project: Project }) {
  const { update } = useProjectChanges();
  const name = useId();
  const [chosen, setChosen] = useState<ProjectMemory | null>(null);
  const choose = async (memory: ProjectMemory) => {
    // Without it, the button would jump back until the change of the project is on screen.
    setChosen(memory);
    try {
      await update({ projectId: project.id, memory });
      toast({ title: texts.saved(texts.choices[memory].label) });
    } catch (error) {
      tellFailure(texts.failed, error);
    }
    setChosen(null);
  };
  return (
    <ProjectSection heading={texts.heading}>
      <RadioCards
        legend={texts.legend}
        showsLegend={false}
        name={name}
        choices={choices}
        value={chosen ?? project.memory}
        onChange={(memory) => void choose(memory)}
      />
    </ProjectSection>
  );
}
