import type { Project } from '@noek/contract/projects/schemas';
import { errorText } from '../../../../api/base/error-text.ts';
import { Button } from '../../../../components/base/button.tsx';
import { usePageTitle } from '../../../../components/base/page-title.ts';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { ToastPlace } from '../../../../components/base/toasts/toast-place.tsx';
import { hasFinePointer } from '../../../../components/page/fine-pointer.ts';
import { CentredMessage } from '../../../../components/states/centred-message.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { PaneBoundary } from '../../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { MessageBox } from '../../composer/message-box.tsx';
import { projectOf } from '../../outbox/outbox-entry.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSend } from '../../session/sends.ts';
import { useSession } from '../../session/session.ts';
import { useProjects } from '../../session/use-projects.ts';
import { chatTexts } from '../../texts.ts';
import { WaitingMessage } from '../../thread/messages/waiting-message.tsx';
import { useProjectChanges } from '../change-projects.ts';
import { InstructionsEditor } from '../instructions-editor.tsx';
import { projectTexts } from '../texts.ts';
import { ProjectChats } from './project-chats.tsx';
import { ProjectDocuments } from './project-documents.tsx';
import { ProjectFiles } from './project-files.tsx';
import { ProjectHeading } from './project-heading.tsx';
import { ProjectMemorySwitch } from './project-memory-switch.tsx';
import { ProjectSection } from './project-section.tsx';

const texts = projectTexts.page;

/** The page of a project: a box for a new chat, its chats, files, instructions and memory. */
export default function ProjectPage({ projectId }: { projectId: string }) {
  return (
    <main id="main" tabIndex={-1} className="scroll-area min-h-0 flex-1 outline-none">
      <Content projectId={projectId} />
    </main>
  );
}

function Content({ projectId }: { projectId: string }) {
  const { user, pending } = useSession();
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
          <PaneBoundary>
            <ProjectDocuments projectId={project.id} />
          </PaneBoundary>
        </div>
        <div className="grid min-w-0 content-start gap-8">
          <PaneBoundary>
            <ProjectFiles projectId={project.id} />
          </PaneBoundary>
          <PaneBoundary>
            <ProjectInstructions project={project} />
          </PaneBoundary>
          <PaneBoundary>
            <ProjectMemorySwitch project={project} />
          </PaneBoundary>
        </div>
      </div>
    </div>
  );
}

function Missing() {
  const { newChatIn } = useOpenConversation();
  const { user } = useSession();
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

/** The message box of a project. A message sent here begins a chat in it; one that waits for a connection is above the box. */
function NewChatBox({ projectId }: { projectId: string }) {
  const { sending, entries } = useSend();
  const { input } = useOpenConversation();
  const waiting = entries.filter(({ begins }) => begins !== null && projectOf(begins) === projectId);
  const parentId = waiting.length > 0 ? undefined : null;
  return (
    <>
      {waiting.length > 0 && (
        <section aria-label={projectTexts.page.waiting} className="mb-5 grid gap-5">
          {waiting.map((entry) => (
            <WaitingMessage key={entry.clientMessageId} entry={entry} />
          ))}
        </section>
      )}
      <MessageBox
        busy={false}
        onStop={null}
        onSend={(content, files) => {
          sending.send({ content, files, parentId, kind: 'message' });
          // The conversation replaces the page, with another message box.
          if (hasFinePointer()) requestAnimationFrame(() => input.current?.focus());
        }}
        onCommand={(content) => sending.send({ content, parentId, kind: 'command' })}
      />
    </>
  );
}

/** How Noek should answer in a project. */
function ProjectInstructions({ project }: { project: Project }) {
  const { user } = useSession();
  const { update } = useProjectChanges();
  const { instructions: texts } = projectTexts.page;
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
