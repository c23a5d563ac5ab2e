import { errorText } from '../../../../api/base/error-text.ts';
import { Button } from '../../../../components/base/button.tsx';
import { usePageTitle } from '../../../../components/base/page-title.ts';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { ToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useWho } from '../../session/who.ts';
import { chatTexts } from '../../texts.ts';
import { projectTexts } from '../texts.ts';
import { useProjects } from '../use-projects.ts';
import { NewChatBox } from './new-chat-box.tsx';
import { ProjectChats } from './project-chats.tsx';
import { ProjectFiles } from './project-files.tsx';
import { ProjectHeading } from './project-heading.tsx';
import { ProjectInstructions } from './project-instructions.tsx';
import { ProjectMemorySwitch } from './project-memory-switch.tsx';

const texts = projectTexts.page;

/** The page of a project: a box for a new chat, its chats, instructions, memory and files. */
export default function ProjectPage({ projectId }: { projectId: string }) {
  return (
    <main id="main" tabIndex={-1} className="scroll-area min-h-0 flex-1 outline-none">
      <Content projectId={projectId} />
    </main>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { user, pending } = useWho();
  const query = useProjects();
  const project = query.data?.find(({ id }) => id === projectId);
  usePageTitle(project ? projectTexts.pageTitle(project.name) : chatTexts.pageTitle(undefined));
  if (!project) {
    const isKnown = query.isSuccess && !query.isFetching;
    if ((!user && !pending) || isKnown) return <Missing />;
    if (query.isError && !query.isFetching)
      return (
        <Unreadable
          className="mx-auto mt-10 max-w-120"
          text={errorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      );
    return <Loading />;
  }
  return (
    <div className="@container/project mx-auto max-w-264 px-6 pt-8 pb-16 max-md:px-4 max-md:pt-5">
      <ProjectHeading project={project} />
      {query.isError && <OutOfDate className="mt-4" text={errorText(query.error)} />}
      <div className="mt-6 grid gap-x-10 gap-y-8 @min-[52rem]/project:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 content-start gap-8">
          <div>
            <PaneBoundary>
              <NewChatBox projectId={project.id} />
            </PaneBoundary>
            <ToastPlace className="mt-2" />
          </div>
          <PaneBoundary>
            <ProjectChats projectId={project.id} />
          </PaneBoundary>
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <PaneBoundary>
            <ProjectInstructions project={project} />
          </PaneBoundary>
          <PaneBoundary>
            <ProjectMemorySwitch project={project} />
          </PaneBoundary>
          <PaneBoundary>
            <ProjectFiles projectId={project.id} />
          </PaneBoundary>
        </div>
      </div>
    </div>
  );
}

function Missing() {
  const { newChatIn } = useOpenConversation();
  const { user } = useWho();
  return (
    <CentredMessage heading title={projectTexts.missing.title} text={projectTexts.missing.text}>
      {user && <Button onClick={() => newChatIn(null)}>{chatTexts.newChat}</Button>}
    </CentredMessage>
  );
}

const Loading = () => (
  <div role="status" aria-label={texts.loading} className="mx-auto grid max-w-264 gap-5 px-6 pt-9 max-md:px-4">
    <Skeleton className="h-6 w-2/5" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-4 w-3/5" />
    <Skeleton className="h-4 w-1/2" />
  </div>
);
