import type { Step } from '@noek/contract/chat/answers';
import { emptyMemoryText } from '@noek/contract/memory/memory-text';
import { memoryFieldsSchema } from '@noek/contract/memory/schemas';
import { and, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { memoryRequestsIn } from '../../../text/memory-requests.ts';
import { requestKey } from '../../memory/for-answers/save-from-answer.ts';
import { factsIn } from '../../memory/words/facts.ts';
import { titleFor } from '../../memory/words/memory-title.ts';
import { authoredText } from '../../memory/words/own-words.ts';
import { askToForget } from './forget-memory-tool.ts';
import { saveMemory } from './save-memory-tool.ts';
import type { ToolRun } from './tool.ts';

type Asked = Omit<ToolRun, 'callKey' | 'signal' | 'step' | 'addSources' | 'addDocument'>;

/** Stems of words for things that must always be known. */
const vital = /allerg|intoleran|diabet|epilep|anaphyla|asthma|medikament|medication|medicament|过敏|アレルギー/iu;

/**
 * Follows the question's requests before any model is asked, so that they work with every model: saves what is to be remembered, and asks
 * the person about what is to be forgotten. Does nothing for another answer to the same question, because the person may have undone it.
 * Repeated after a crash, it has no further effect. Resolves to one line per request with its result, so that the model does not promise
 * what did not work. Never throws: the answer comes in any case.
 */
export async function followMemoryRequests(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  asked: Asked,
  show: (step: Omit<Step, 'at'>) => void,
): Promise<string[]> {
  try {
    return (await follow(deps, asked, show)).map((line) => line.replace(/\s+/g, ' ').trim());
  } catch (error) {
    deps.log.error({ err: error, answer: asked.messageId }, 'a request about memories failed');
    show(failedStep('own', 'Something went wrong with the memory. Please try again.'));
    return ['Something went wrong with the memory. The person can try again.'];
  }
}

async function follow(
  deps: Pick<Deps, 'db' | 'now'>,
  asked: Asked,
  show: (step: Omit<Step, 'at'>) => void,
): Promise<string[]> {
  const { question, messageId, user } = asked;
  if (!user) return [];
  const requests = memoryRequestsIn(authoredText(question.content));
  const toForget = { about: requests.forget, everything: requests.forgetEverything };
  const asksToForget = toForget.everything || toForget.about.length > 0;
  if (requests.remember.length === 0 && !asksToForget) return [];
  const found = await asked.provenance.of(question.content, true);
  if (!found || (await wasFollowed(deps, asked))) return [];

  const outcomes: string[] = [];
  let number = 0;
  const next = () => {
    const id = `${requestKey}${++number}`;
    const step = (each: Omit<Step, 'at'>) => show({ ...each, id: `${id}.${each.id}` });
    return { run: { ...asked, step }, key: `${messageId}:${id}` };
  };
  // One question covers all requests to forget.
  if (asksToForget) outcomes.push(await askToForget(deps, next().run, toForget));
  for (const said of requests.remember.flatMap(factsIn)) {
    const { run, key } = next();
    const content = said.slice(0, 1).toLocaleUpperCase() + said.slice(1);
    const importance = vital.test(content) ? 'high' : 'normal';
    const fields = memoryFieldsSchema.safeParse({ ...emptyMemoryText, title: titleFor(content), content, importance });
    if (fields.success) outcomes.push(await saveMemory(deps, run, fields.data, { ...found, key, asked: true }));
    else {
      const problem = fields.error.issues[0]?.message ?? 'This could not be saved to memory';
      run.step(failedStep('memory', problem));
      outcomes.push(`Not saved: ${problem}`);
    }
  }
  return outcomes;
}

const failedStep = (id: string, text: string): Omit<Step, 'at'> => ({
  id,
  kind: 'memory',
  status: 'failed',
  text,
  url: null,
  memoryId: null,
});

/**
 * Whether an earlier answer to the same question has already done something with memories. A question that is still open is asked again.
 */
async function wasFollowed({ db }: Pick<Deps, 'db'>, { question, messageId }: Asked): Promise<boolean> {
  const { messages: m } = db.tables;
  const others = await db.orm
    .select({ steps: m.steps })
    .from(m)
    .where(and(eq(m.parentId, question.id), ne(m.id, messageId)));
  const isOpen = ({ forget, keep }: Step) => forget?.state === 'open' || keep?.state === 'open';
  return others.some(({ steps }) => steps?.some((step) => step.kind === 'memory' && !isOpen(step)));
}
