import type { Project } from '@noek/contract/projects/schemas';
import { useWho } from '../../session/who.ts';
import { useProjectChanges } from '../change-projects.ts';
import { InstructionsEditor } from '../instructions-editor.tsx';
import { projectTexts } from '../texts.ts';
import { ProjectSection } from './project-section.tsx';

const texts = projectTexts.page.instructions;

/** How Noek should answer in a project. */
export function ProjectInstructions({ project }: { project: Project }) {
  const { user } = useWho();
  const { update } = useProjectChanges();
  const keptAs = `${user?.id} ${project.id}`;
  return (
    <ProjectSection heading={texts.heading} lead={texts.lead}>
      <InstructionsEditor
        key={keptAs}
        keptAs={keptAs}
        label={texts.label}
        placeholder={texts.placeholder}
        saved={project.instructions}
        onSave={(instructions) => update({ projectId: project.id, instructions })}
      />
    </ProjectSection>
  );
}
