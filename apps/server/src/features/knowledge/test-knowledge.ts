import type { KnowledgeTest } from '@noek/contract/knowledge/schemas';
import type { Ctx } from '../../context.ts';
import { KnowledgeError, type KnowledgeSource } from '../../integrations/knowledge/knowledge-source.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { makeDue } from './knowledge.queries.ts';

const testMs = 30_000;
const count = new Intl.NumberFormat('en-US');

/**
 * Reads the source of the knowledge base now and reports the result. After a success, answers get the text at once. Only for
 * administrators.
 */
export async function testKnowledge(ctx: Ctx): Promise<KnowledgeTest> {
  requireAdministrator(ctx);
  const { source } = ctx.knowledge;
  if (!source)
    return {
      success: false,
      message:
        ctx.config.knowledge.google.problem ??
        'No knowledge base is set up. Set KNOWLEDGE_DIR, or GOOGLE_SERVICE_ACCOUNT_JSON and GOOGLE_DOC_ID, and start the server again.',
    };
  try {
    const { size, message } = await read(source);
    await makeDue(ctx, source.key);
    await ctx.knowledge.refresh();
    return { success: true, message, ...(size === 0 && { empty: true }) };
  } catch (error) {
    if (!(error instanceof KnowledgeError)) throw error;
    return { success: false, message: error.message };
  }
}

async function read(source: KnowledgeSource): Promise<{ size: number; message: string }> {
  const signal = AbortSignal.timeout(testMs);
  try {
    await source.version(signal);
    const { documents } = await source.read(signal);
    const size = documents.reduce((sum, { text }) => sum + text.length, 0);
    const parts = source.kind === 'folder' ? plural(documents.length, 'file') : plural(documents.length, 'tab');
    if (size === 0) return { size, message: `Connected, but ${source.name} has no text. ${toFill[source.kind]}` };
    return { size, message: `Connected: ${source.name} has ${parts} with ${plural(size, 'character')}.` };
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new KnowledgeError('unreachable', `The knowledge base did not respond within ${testMs / 1_000} seconds.`);
  }
}

/** What to do about a source without text. */
const toFill = {
  google: 'Write into the document, or check GOOGLE_DOC_ID.',
  folder: 'Put files with text into it whose names end in .md, or check KNOWLEDGE_DIR.',
} as const;

const plural = (n: number, noun: string): string => `${count.format(n)} ${noun}${n === 1 ? '' : 's'}`;
