import { codePart } from '../../../components/base/code-part.ts';

/** The panel with a document beside the conversation. It is not part of the first page. */
export const documentsCode = codePart(() =>
  import('./place/document-place.tsx').then(({ default: DocumentPlace, goToDocument }) => ({
    default: DocumentPlace,
    goToDocument,
  })),
);
