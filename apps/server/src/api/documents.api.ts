import { documentOperations } from '@noek/contract/documents/operations';
import { continueSharedDocument } from '../features/chat/sharing/continue-shared-document.ts';
import { createDocument } from '../features/documents/create-document.ts';
import { documentNotFound } from '../features/documents/documents.queries.ts';
import { listDocumentVersions } from '../features/documents/list-document-versions.ts';
import { listDocuments } from '../features/documents/list-documents.ts';
import { readDocument, readDocumentVersion } from '../features/documents/read-document.ts';
import { removeDocument } from '../features/documents/remove-document.ts';
import { restoreDocument } from '../features/documents/restore-document.ts';
import { documentLink } from '../features/documents/sharing/document-link.ts';
import { readSharedDocument } from '../features/documents/sharing/read-shared-document.ts';
import { shareDocument } from '../features/documents/sharing/share-document.ts';
import { unshareDocument } from '../features/documents/sharing/unshare-document.ts';
import { updateDocument } from '../features/documents/update-document.ts';
import { implement } from '../transports/implement.ts';

/** The procedures and documented paths of documents. */
export const documentsApi = implement(
  documentOperations,
  {
    list: listDocuments,
    create: createDocument,
    document: readDocument,
    update: updateDocument,
    versions: listDocumentVersions,
    version: readDocumentVersion,
    restore: restoreDocument,
    remove: removeDocument,
    share: shareDocument,
    link: documentLink,
    unshare: unshareDocument,
    shared: readSharedDocument,
    continueShared: continueSharedDocument,
  },
  documentNotFound,
);
