import type { KnowledgePreview, KnowledgeRevision, KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import type { Ctx } from '../../context.ts';
import { cutText } from '../../text/cut-text.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { findSource, listRevisions, type RevisionRow, revisionName } from './knowledge.queries.ts';

/** How many changes the history shows. */
const shownRevisions = 20;

/** How the knowledge base is set up and how its last checks went. Only for administrators. */
export async function knowledgeStatus(ctx: Ctx): Promise<KnowledgeStatus> {
  requireAdministrator(ctx);
  const { db, config, now } = ctx;
  const { google, folder } = config.knowledge;
  const { source } = ctx.knowledge;
  const [row, history] = source
    ? await Promise.all([findSource(db, source.key), listRevisions(db, source.key, shownRevisions)])
    : [null, []];
  const revisions = history.map(toRevision);
  const syncedAt = row?.syncedAt ?? null;
  return {
    configured: source !== null,
    hasServiceAccount: google.account !== null,
    hasDocumentId: google.documentId !== null,
    serviceAccountEmail: google.account?.email ?? null,
    source: source?.kind ?? null,
    folder,
    problem: problemOf(ctx),
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    syncedAt: syncedAt?.toISOString() ?? null,
    lagMs: syncedAt && Math.max(0, now().getTime() - syncedAt.getTime()),
    revision: revisions[history.findIndex(({ number }) => number === row?.revision)] ?? null,
    revisions,
    emptied: row?.emptySince ? { since: row.emptySince.toISOString(), kept: row.keepsLastText } : null,
    failure: row?.failure
      ? {
          problem: row.problem ?? 'unreachable',
          message: row.failure,
          since: (row.failingSince ?? now()).toISOString(),
          nextTryAt: row.nextCheckAt.toISOString(),
        }
      : null,
    notes: row?.notes ?? [],
  };
}

/** A sentence about what keeps the settings of Google from being used; null for nothing, or without any. */
function problemOf({ config }: Pick<Ctx, 'config'>): string | null {
  const { google, folder } = config.knowledge;
  const instead = folder === null ? '' : ' Until then, the folder of KNOWLEDGE_DIR is used.';
  if (google.problem) return google.problem + instead;
  if (google.account && !google.documentId)
    return `The service account is set up, but GOOGLE_DOC_ID is missing: the id of the document to read.${instead}`;
  if (google.documentId && !google.account)
    return `GOOGLE_DOC_ID is set, but GOOGLE_SERVICE_ACCOUNT_JSON is missing: the key of the service account that reads the document.${instead}`;
  return null;
}

const toRevision = ({ number, hash, size, passages, createdAt }: RevisionRow): KnowledgeRevision => ({
  name: revisionName(number, hash),
  createdAt: createdAt.toISOString(),
  size,
  passages,
  hash,
});

/** How much of the text is shown, in characters. */
const longestPreview = 200_000;

/** The text that answers use, as Markdown. The first one is waited for. Only for administrators. */
export async function previewKnowledge(ctx: Ctx): Promise<KnowledgePreview> {
  requireAdministrator(ctx);
  const { knowledge } = ctx;
  if (!knowledge.revision) await knowledge.refresh();
  const { revision } = knowledge;
  const content = (revision?.documents ?? []).map(({ title, text }) => withTitle(title, text)).join('\n\n');
  return {
    hasContent: content !== '',
    lastUpdated: revision?.createdAt.toISOString() ?? null,
    content: cutText(content, longestPreview),
    truncated: content.length > longestPreview,
  };
}

/** A document that does not begin with its title gets it as a heading. */
const withTitle = (title: string, text: string): string =>
  text.split('\n', 1)[0]?.replace(/^# +/, '').trim() === title ? text : `# ${title}\n\n${text}`;
