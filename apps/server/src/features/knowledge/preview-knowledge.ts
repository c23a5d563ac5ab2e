import type { KnowledgePreview } from '@noek/contract/knowledge/schemas';
import type { Ctx } from '../../context.ts';
import { cutText } from '../../text/cut-text.ts';
import { requireAdministrator } from '../auth/session/require-administrator.ts';

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
