import { PageLink } from '../../../../components/page/page-link.tsx';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { DocumentLine, DocumentStates, lineClass } from '../../documents/panel/document-list.tsx';
import { documentTexts } from '../../documents/texts.ts';
import { ProjectSection } from './project-section.tsx';

/** The documents of all chats of a project. Each opens beside its chat. */
export function ProjectDocuments({ projectId }: { projectId: string }) {
  const { hrefOfDocument } = useChatNavigation();
  return (
    <ProjectSection heading={documentTexts.documents}>
      <DocumentStates of={{ projectId }} emptyHint={documentTexts.list.emptyProject}>
        {(documents) => (
          <ul aria-label={documentTexts.documents} className="-mx-2.5">
            {documents.map((document) => (
              <li key={document.id}>
                <PageLink className={lineClass} href={hrefOfDocument(document.conversationId, { id: document.id })}>
                  <DocumentLine document={document} />
                </PageLink>
              </li>
            ))}
          </ul>
        )}
      </DocumentStates>
    </ProjectSection>
  );
}
