import { answeredByText } from '@noek/contract/chat/answered-by';
import type { Deps } from '../../../deps.ts';
import { type FinishReason, LlmError, type LlmUsage, noAnswerText } from '../../../integrations/llm/llm.ts';
import type { FileReadings } from '../../files/reading/file-readings.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Live } from '../live/live.ts';
import { readHistory, spokenIn } from '../prompt/history.ts';
import { memoryChangesName, temperatureFor } from '../prompt/prompt.ts';
import { cutAtLimitText } from '../records/chat.queries.ts';
import { projectOfAnswer } from '../records/projects.queries.ts';
import type { TextSpaces } from '../space/text-spaces.ts';
import { followMemoryRequests } from '../tools/memory-requests.ts';
import { provenanceOf } from '../tools/provenance.ts';
import type { ToolsOf } from '../tools/tools-of-answer.ts';
import type { AnswerOptions } from './running/answer-options.ts';
import { AnsweringModel } from './running/answering-model.ts';
import { modelToAsk } from './running/chosen-model.ts';
import type { RunningAnswer } from './running/running-answer.ts';
import { answerInSteps } from './steps/answer-in-steps.ts';
import { documentsOfAnswer } from './steps/documents-of-answer.ts';
import { filesOfAnswer, noteLeftOutPictures } from './steps/files-of-answer.ts';
import { instructionsOfAnswer } from './steps/instructions-of-answer.ts';
import { knowledgeOfAnswer } from './steps/knowledge-of-answer.ts';
import { memoriesOfAnswer } from './steps/memories-of-answer.ts';

/** What making an answer needs of the process. */
export type MakerDeps = Deps & {
  live: Live;
  textSpaces: TextSpaces;
  toolsOf: ToolsOf;
  knowledge: Pick<Knowledge, 'passagesFor' | 'revision'>;
  fileReadings: Pick<FileReadings, 'untilRead'>;
};

type Maker = {
  /** Adds text to the answer. Returns false when it is full. */
  push(text: string): boolean;
  /** Takes the text from this character on back, besides moving it to the answer's reasoning: it was a thought. */
  retract?(from: number): void;
  /** Resolves once the log has what the answer did so far. */
  persist(): Promise<void>;
  /** Gets what each model call has used. */
  used?(usage: LlmUsage): void;
};

/**
 * Asks a model for an answer, with what it is given and its tools, and ends it. Resolves to why the model stopped. Throws LlmError when no
 * model answered. After an abort, the aborting code sets the ending.
 */
export async function makeAnswer(
  deps: MakerDeps,
  answer: RunningAnswer,
  options: AnswerOptions,
  maker: Maker,
): Promise<FinishReason> {
  const asked = modelToAsk(deps, options);
  const window = () => deps.llm.contextTokensFor({ model: asked.model, premium: options.premium });
  const once: Once = { changes: null };
  const contextTokens = window();
  try {
    return await makeWithin(deps, answer, options, maker, { ...asked, contextTokens, once });
  } catch (error) {
    // What was too long has made the window smaller. It is tried once with less, unless something was said or done already.
    const isTooLong = error instanceof LlmError && error.kind === 'too-long';
    const hasBegun = answer.text.hasText || (answer.row.steps?.length ?? 0) > 0 || answer.abort.signal.aborted;
    if (!isTooLong || hasBegun || window() >= contextTokens) throw error;
    return makeWithin(deps, answer, options, maker, { ...asked, contextTokens: window(), once });
  }
}

/** What is done once for an answer, however often it is tried: the changes of memories that the person asked for. */
type Once = { changes: readonly string[] | null };
type Within = ReturnType<typeof modelToAsk> & { contextTokens: number; once: Once };

async function makeWithin(
  deps: MakerDeps,
  answer: RunningAnswer,
  options: AnswerOptions,
  { push, retract, persist, used }: Maker,
  { model, gone, contextTokens, once }: Within,
): Promise<FinishReason> {
  const { db, llm } = deps;
  const { signal } = answer.abort;
  const history = options.history ?? (await readHistory(db, answer.row, contextTokens));
  const { projectId } = options;
  const [project = null] = projectId === null ? [] : await projectOfAnswer.run(db, { id: projectId });
  const files = await filesOfAnswer(deps, answer, {
    ...{ history, contextTokens, project },
    // Asked only where there are files.
    showsPictures: () => llm.sees({ model, premium: options.premium }) !== 'no',
    isDemo: () => llm.describe().kind === 'demo',
  });
  if (signal.aborted) return 'unknown';
  answer.asked = true;
  const continuing = options.before?.continuing ?? answer.row.content;
  const { conversationId, id: messageId } = answer.row;
  const { mode, premium, store, question, owner, user, program, effort } = options;
  const isUnsaved = program?.isStored === false;
  // If its project was deleted meanwhile, nothing is learned from it: all chats would use that.
  const remembers = options.remembers && (projectId === null || (project !== null && project.memory !== 'off'));
  const memory = {
    user: remembers ? user : null,
    memoryProjectId: project?.memory === 'own' ? project.id : null,
  };
  const documents = documentsOfAnswer(deps, { conversationId, contextTokens, hasFiles: files.parts.length > 0 });
  const knowledge = knowledgeOfAnswer(deps.knowledge, answer, { question, history, contextTokens });
  const turns = spokenIn(history);
  const steps = () => answer.row.steps ?? [];
  const provenance = provenanceOf(db, {
    ...{ question, turns },
    isGivenOutsideText: () =>
      files.parts.length + knowledge.length > 0 ||
      documents.isGiven() ||
      program?.instructions !== undefined ||
      answer.row.sources !== null ||
      steps().some(({ kind }) => kind === 'search'),
  });
  const facts = { messageId, conversationId, question, owner, ...memory, provenance, steps };
  once.changes ??=
    continuing || isUnsaved ? [] : await followMemoryRequests(deps, facts, (step) => answer.text.putStep(step));
  const { changes } = once;
  if (signal.aborted) return 'unknown';
  const reason = await answerInSteps({
    llm,
    answer,
    prompt: {
      ...{ history, mode, premium, contextTokens, pictures: files.pictures },
      instructions: program?.instructions,
      personInstructions: instructionsOfAnswer(answer, { user, program, project, contextTokens }),
    },
    async data() {
      const [memories, written] = await Promise.all([
        memoriesOfAnswer(deps, answer, { owner, ...memory, question, history, contextTokens }),
        isUnsaved ? [] : documents.parts(),
      ]);
      const changed = changes.length > 0 ? [{ name: memoryChangesName, content: changes.join('\n') }] : [];
      return [...memories, ...knowledge, ...files.parts, ...written, ...changed];
    },
    request: {
      ...{ continuing, model, premium, store, fields: program?.fields },
      ...(effort !== 'automatic' && { effort }),
      temperature: program?.temperature ?? temperatureFor(options),
    },
    tools: {
      // A continued answer only gets more text, so it needs no tools. The tools of an account change its memories.
      tools: continuing
        ? []
        : deps.toolsOf(deps, {
            ...options,
            user: isUnsaved ? null : memory.user,
            isStored: !isUnsaved,
            contextTokens,
            turns,
          }),
      facts,
      log: deps.log,
    },
    answeredBy(event) {
      const answering = answer.record.of(AnsweringModel);
      answering.set(answeredByText(event, gone), answeredByText(event, null));
      if (event.picturesLeftOut) noteLeftOutPictures(answer);
      answering.addGone([...(gone === null ? [] : [gone]), ...(event.gone ?? [])]);
    },
    push,
    retract(from) {
      answer.text.retract(from);
      retract?.(from);
    },
    persist,
    ...(used && { used }),
  });
  if (signal.aborted) return 'unknown';
  if (answer.text.isFull) answer.end('complete', { error: cutAtLimitText });
  else if (answer.text.hasText || nameDocuments(answer, push)) answer.end('complete', cutBy(reason));
  else answer.fail(...emptyAnswer(reason));
  return answer.text.isFull ? 'length' : reason;
}

const markdownMarks = /[\\`*_[\]<>#~|]/g;

/** Names the documents of an answer that says nothing besides. Returns false if it has none. */
function nameDocuments({ row }: RunningAnswer, push: Maker['push']): boolean {
  const titles = (row.documents ?? []).map(({ title }) => `**${title.replace(markdownMarks, '\\$&')}**`);
  if (titles.length > 0) push(titles.join('\n\n'));
  return titles.length > 0;
}

/** The note on a complete answer that its model cut short. */
function cutBy(reason: FinishReason): { error?: string } {
  if (reason === 'length') return { error: 'The model stopped here: it reached its maximum answer length.' };
  if (reason === 'content-filter') return { error: "The provider's content filter stopped the answer here." };
  if (reason === 'other')
    return { error: 'The model stopped here, and its provider did not say that the answer is complete.' };
  return {};
}

/** The error of an empty answer, and the reason for it. */
const emptyAnswer = (reason: FinishReason): [error: string, hint: string] =>
  reason === 'content-filter'
    ? ['The model declined to answer this.', "The provider's content filter blocked it."]
    : [noAnswerText, 'The model returned an empty answer.'];
