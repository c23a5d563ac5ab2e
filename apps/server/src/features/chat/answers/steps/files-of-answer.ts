import type { PageUnit, UsedFile } from '@noek/contract/files/schemas';
import { stillsOf } from '@noek/files/pictures/smaller-pictures';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import type { LlmPicture } from '../../../../integrations/llm/llm.ts';
import { calculateFiles } from '../../../files/for-answers/calculate-files.ts';
import { filesOfProject } from '../../../files/for-answers/files-of-project.ts';
import { type AskedFile, type GivenFiles, selectPassages } from '../../../files/for-answers/select-passages.ts';
import type { FileReadings } from '../../../files/reading/file-readings.ts';
import { updateMessageFiles } from '../../../files/sending/update-message-files.ts';
import { tokensFor } from '../../prompt/budget.ts';
import type { History } from '../../prompt/history.ts';
import { type DataPart, filesName } from '../../prompt/prompt.ts';
import type { ProjectOfAnswer } from '../../records/projects.queries.ts';
import { AnswerSources } from '../running/answer-sources.ts';
import type { RunningAnswer } from '../running/running-answer.ts';

type FileDeps = Pick<Deps, 'db' | 'fileStore' | 'log'> & { fileReadings: Pick<FileReadings, 'untilRead'> };
type Asked = {
  history: History;
  contextTokens: number;
  project: ProjectOfAnswer | null;
  showsPictures: () => boolean;
  isDemo: () => boolean;
};

/** How long an answer waits for the text of a file, in milliseconds: a little longer than reading may take. */
const longestWaitMs = 25_000;
/** How much of a passage is shown as the quote of a source, in characters. */
const longestQuote = 600;

export type FilesOfAnswer = { files: AskedFile[]; parts: DataPart[]; pictures: LlmPicture[] };

/**
 * What an answer is given of the files of its conversation and project, noted as used and as its sources: text as a part of its prompt, and
 * pictures. Waits until the files of the question and of the project have been read. A conversation without files costs nothing.
 */
export async function filesOfAnswer(
  deps: FileDeps,
  answer: RunningAnswer,
  { history, contextTokens, project, showsPictures, isDemo }: Asked,
): Promise<FilesOfAnswer> {
  const files = filesIn(history);
  if (project?.hasFiles) {
    const known = new Set(files.map(({ file }) => file.id));
    for (const file of await filesOfProject(deps.db, project.id))
      if (!known.has(file.id)) files.push({ file, from: 'project' });
  }
  if (files.length === 0) return { files, parts: [], pictures: [] };
  const reading = files.filter(({ file, from }) => from !== 'earlier' && file.state === 'reading');
  await Promise.all(reading.map(({ file }) => untilRead(deps, file.id)));
  const question = history.turns.at(-1)?.content ?? '';
  const budgetTokens = tokensFor('files', contextTokens);
  const given = await selectPassages(deps.db, { files, question, budgetTokens, showsPictures: showsPictures() });
  // A model reads the rows that it is given. The demo cannot, and is given what was worked out from all of them.
  const calculated = isDemo() ? await calculateFiles(deps.db, files, question) : [];
  const pictures = await Promise.all(given.pictures.map((picture) => picturesOf(deps, picture)));
  const missing = new Set(given.pictures.filter((_, at) => pictures[at] === null).map(({ row }) => row.id));
  const used = given.used.map((file): UsedFile => {
    const { fileId, name } = file;
    if (missing.has(fileId)) return { fileId, name, given: 'none', reason: 'it could not be opened' };
    const table = calculated.find((each) => each.fileId === fileId);
    return table ? { fileId, name, given: 'whole', ...(table.problem !== null && { reason: table.problem }) } : file;
  });
  noteUsedFiles(answer, used);
  const notRead = used.filter((file) => file.given === 'none').map(({ name, reason }) => ({ name, reason }));
  const sources = answer.record.of(AnswerSources).givePassages(
    given.passages.map(({ fileId, name, page, unit, text, isScan }) => ({
      ...{
        url: '',
        title: name,
        site: `${placeIn(page, unit)}${isScan ? ', read from a scan' : ''}`,
        kind: 'file' as const,
        fileId,
      },
      ...(page !== null && { page }),
      quote: text.replace(/\s+/g, ' ').trim().slice(0, longestQuote),
    })),
  );
  const passages = sources.map(({ number, title, page }, at) => ({
    number,
    file: title,
    ...(page !== undefined && { page }),
    text: given.passages[at]?.text ?? '',
  }));
  const content = {
    ...{ files: given.about, passages },
    ...(notRead.length > 0 && { notRead }),
    ...(calculated.length > 0 && { calculated: calculated.map(({ fileId: _, problem: __, ...table }) => table) }),
  };
  return {
    files,
    parts: [{ name: filesName, content: JSON.stringify(content, null, 1) }],
    pictures: pictures.flatMap((parts) => parts ?? []),
  };
}

/** Notes that the model which answers was not given the pictures. */
export function noteLeftOutPictures(answer: RunningAnswer): void {
  const reason = 'the model that answered cannot see pictures';
  const left = (file: UsedFile): UsedFile =>
    file.isPicture ? { fileId: file.fileId, name: file.name, given: 'none', reason } : file;
  noteUsedFiles(answer, (answer.row.usedFiles ?? []).map(left));
}

function noteUsedFiles({ text }: RunningAnswer, usedFiles: UsedFile[]): void {
  if (usedFiles.length > 0) text.set({ usedFiles });
}

/** Waits until the file is read, which may have happened between the send and its commit. */
async function untilRead({ db, fileReadings }: FileDeps, fileId: string): Promise<void> {
  await fileReadings.untilRead(fileId, longestWaitMs);
  const { files: f } = db.tables;
  const [row] = await db.orm.select().from(f).where(eq(f.id, fileId));
  if (row) await updateMessageFiles(db, row);
}

const unitNames = { page: 'Page', slide: 'Slide', sheet: 'Sheet' } as const;

const placeIn = (page: number | null, unit: PageUnit | null): string =>
  page === null ? 'File' : `${unitNames[unit ?? 'page']} ${page}`;

/** The files of the conversation, those of the newest message first, each once. */
function filesIn({ turns }: History): AskedFile[] {
  const seen = new Set<string>();
  return turns.toReversed().flatMap((turn, back) =>
    ('files' in turn ? (turn.files ?? []) : []).flatMap((file) => {
      if (seen.has(file.id)) return [];
      seen.add(file.id);
      return [{ file, from: back === 0 ? 'question' : 'earlier' }];
    }),
  );
}

/** A picture for the model, a long one in parts; null if its bytes cannot be had. */
async function picturesOf(
  { fileStore, log }: FileDeps,
  { row, isInParts }: GivenFiles['pictures'][number],
): Promise<LlmPicture[] | null> {
  try {
    const stored = await fileStore.get(row.sha256);
    if (!stored) return null;
    const bytes = Buffer.from(await new Response(stored.stream).arrayBuffer());
    const { width, height } = row;
    const kind = row.type.slice('image/'.length) as 'jpeg';
    const stills = await stillsOf({ bytes, kind, width: width ?? 1, height: height ?? 1 }, { isInParts });
    return stills.map((still) => ({
      ...{ type: `image/${still.kind}`, base64: still.bytes.toString('base64'), name: row.name },
      ...(still.part !== null && { part: still.part }),
    }));
  } catch (error) {
    // The answer comes without it.
    log.error({ err: error, file: row.id }, 'a picture could not be given to a model');
    return null;
  }
}
