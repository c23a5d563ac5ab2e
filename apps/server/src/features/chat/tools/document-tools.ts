import type { Step } from '@noek/contract/chat/answers';
import { type DocumentKind, documentKinds, kindsByLanguage } from '@noek/contract/documents/kinds';
import { maxDocumentTitleLength, maxEdits } from '@noek/contract/documents/limits';
import { documentContentSchema, documentKindSchema, documentTitleSchema } from '@noek/contract/documents/schemas';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { cutText } from '../../../text/cut-text.ts';
import { type EditOutcome, editFromAnswer } from '../../documents/for-answers/edit-from-answer.ts';
import { type DocumentDeps, writeFromAnswer } from '../../documents/for-answers/write-from-answer.ts';
import type { AnswerTool, ToolRun } from './tool.ts';

/** The names of the tools that make and change documents. */
export const writeDocumentName = 'write_document';
export const editDocumentName = 'edit_document';

const writeDefinition: AnswerTool['definition'] = {
  name: writeDocumentName,
  description:
    'Writes something that the person will keep, run or change as a document beside the chat: a page, a drawing, a diagram, a table, a letter, ' +
    'a program. Not for short examples or answers. Then say in a sentence what it is, and do not repeat it.',
  parameters: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      kind: {
        type: 'string',
        enum: [...documentKinds],
        description: 'html: a whole page in one file. react: one file that exports a component as default.',
      },
      content: { type: 'string', description: 'All of it, without a code fence around it.' },
    },
    required: ['title', 'kind', 'content'],
    additionalProperties: false,
  },
};

const editDefinition: AnswerTool['definition'] = {
  name: editDocumentName,
  description: 'Changes a document of this conversation.',
  parameters: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      edits: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            find: { type: 'string', description: 'Text that occurs exactly once in the document.' },
            replace: { type: 'string' },
          },
          required: ['find', 'replace'],
          additionalProperties: false,
        },
      },
    },
    required: ['id', 'edits'],
    additionalProperties: false,
  },
};

/** Models write titles with line breaks and marks, which a title cannot have. */
export const plainTitle = (title: unknown): string =>
  cutText(
    String(title ?? '')
      .replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu, ' ')
      .trim(),
    maxDocumentTitleLength,
  );

const writeSchema = z.object({
  title: z.preprocess(plainTitle, documentTitleSchema),
  kind: z.preprocess(
    (kind) => (typeof kind === 'string' ? (kindsByLanguage.get(kind.trim().toLowerCase()) ?? kind) : kind),
    documentKindSchema,
  ),
  content: documentContentSchema,
});

const editSchema = z.object({
  id: z.string(),
  edits: z
    .array(z.object({ find: z.string(), replace: z.string() }))
    .min(1)
    .max(maxEdits),
});

const step = (id: string, status: Step['status'], text: string): Omit<Step, 'at'> => ({
  ...{ id, kind: 'document', status, text, url: null, memoryId: null },
});

/**
 * The tools with which a model makes and changes documents. The calls of one answer run one after another, in the order in which the model
 * made them, because an edit may need the one before it.
 */
export function documentTools(deps: DocumentDeps): AnswerTool[] {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = last.then(act);
    last = result.catch(() => {});
    return result;
  };
  return [
    { definition: writeDefinition, run: (args, run) => inTurn(() => write(deps, args, run)) },
    { definition: editDefinition, run: (args, run) => inTurn(() => edit(deps, args, run)) },
  ];
}

async function write(deps: DocumentDeps, args: Record<string, unknown>, run: ToolRun): Promise<string> {
  run.signal.throwIfAborted();
  const parsed = writeSchema.safeParse(args);
  if (!parsed.success) return `Not written: ${problemIn(parsed.error)} Call again, or answer without.`;
  const { title, kind, content } = parsed.data;
  run.step(step('document', 'running', `Writing “${title}”`));
  try {
    const document = await writeFromAnswer(deps, run, { title, kind, content: withoutFence(content, kind) });
    run.addDocument(document);
    run.step(step('document', 'done', `Wrote “${title}”`));
    return `Written. The person sees it beside the chat, so do not repeat it. id: ${document.id}, version: 1`;
  } catch (error) {
    return refused(run, `Could not write “${title}”`, error);
  }
}

async function edit(deps: DocumentDeps, args: Record<string, unknown>, run: ToolRun): Promise<string> {
  run.signal.throwIfAborted();
  const parsed = editSchema.safeParse(args);
  if (!parsed.success) return `Nothing was changed: ${problemIn(parsed.error)} Call again, or answer without.`;
  const { id, edits } = parsed.data;
  try {
    const outcome = await editFromAnswer(deps, run, { documentId: id, edits });
    if (outcome.kind === 'changed') {
      const { title, version } = outcome.document;
      run.addDocument(outcome.document);
      run.step(step('document', 'done', `Changed “${title}”`));
      return `Changed. It has version ${version} now.`;
    }
    run.step(step('document', 'failed', `Could not change “${outcome.title}”`));
    return `Nothing was changed: ${reasonOf(outcome)}`;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND')
      return 'Nothing was changed: this conversation has no document with this id.';
    return refused(run, 'Could not change the document', error);
  }
}

function reasonOf(outcome: Exclude<EditOutcome, { kind: 'changed' }>): string {
  if (outcome.kind === 'same') return 'the document is like this already.';
  const { edit: number, problem } = outcome.reason;
  if (problem === 'empty') return `"find" of edit ${number} is empty.`;
  return problem === 'missing'
    ? `"find" of edit ${number} does not occur in the document. Copy it exactly from its current text, and call again.`
    : `"find" of edit ${number} occurs several times in the document. Add more of the text around it, and call again.`;
}

/** Shows that it did not work, and tells the model why. Faults are left to the caller. */
function refused(run: ToolRun, what: string, error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error;
  run.step(step('document', 'failed', `${what}. ${error.message}`));
  return `${what}: ${error.message} Tell the person.`;
}

const problemIn = ({ issues: [issue] }: z.ZodError): string =>
  issue ? `"${issue.path.join('.')}": ${issue.message.replace(/\.?$/, '.')}` : 'the arguments are invalid.';

/** Without the code fence that models put around a whole content although they are told not to. Markdown may be meant like this. */
function withoutFence(content: string, kind: DocumentKind): string {
  if (kind === 'markdown') return content;
  const [, fence = '', inner = ''] = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)\n?\1[ \t]*\s*$/.exec(content) ?? [];
  return fence === '' || inner.includes(`\n${fence}`) ? content : `${inner}\n`;
}
