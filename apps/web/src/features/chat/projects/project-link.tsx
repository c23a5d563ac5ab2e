import type { MouseEvent } from 'react';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useProject } from '../session/use-projects.ts';
import { ProjectDot } from './project-dot.tsx';
import { projectTexts } from './texts.ts';

/** Leads from a chat to the page of its project. Where there is little room, it is only the mark in the project's colour. */
export function ProjectLink({ projectId }: { projectId: string | null }) {
  const project = useProject(projectId);
  const { hrefOfProject, openProject } = useChatNavigation();
  if (!project) return null;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    openProject(project.id);
  };
  return (
    <>
      <a
        href={hrefOfProject(project.id)}
        onClick={follow}
        title={project.name}
        className="inline-flex min-h-9 min-w-0 flex-none items-center gap-2 rounded-control px-1.5 text-[0.875rem] text-text-muted no-underline hover:bg-surface-hover hover:text-text coarse:min-h-10"
      >
        <ProjectDot color={project.color} />
        <span className="sr-only">{projectTexts.label}: </span>
        <bdi className="max-w-36 truncate narrow-header:sr-only">{project.name}</bdi>
      </a>
      <span aria-hidden className="text-text-muted narrow-header:hidden">
        /
      </span>
    </>
  );
}
