import type { Refusal } from '../llm.ts';
import type { ModelNotes } from '../notes/model-notes.ts';
import { isGone } from '../provider-failure.ts';
import { type AskedBody, effortNamed, type Refusable } from './asked-body.ts';
import { type Complaint, tooLong } from './complaint.ts';
import { isAboutPictures, isPictureRefusal } from './picture-refusals.ts';
import { isAboutToolsWithReasoning } from './protocols.ts';

/** How the provider names each field that a request can do without, where that is not the name of the field alone. */
const optionalFields: Record<string, { what: Refusal['what']; named: RegExp }> = {
  stream_options: named('stream_options'),
  temperature: named('temperature'),
  top_p: named('top_p'),
  // The word alone is an ordinary one.
  stop: { what: 'stop', named: /^stop\b|["'`]stop["'`]|\b(?:parameters?|arguments?|fields?)\W{1,3}stop\b/ },
  parallel_tool_calls: named('parallel_tool_calls'),
  max_tokens: named('max_tokens'),
  max_completion_tokens: named('max_completion_tokens'),
  max_output_tokens: named('max_output_tokens'),
  store: named('store'),
  include: { what: 'include', named: /\binclude\b|reasoning\.encrypted_content|encrypted content is not supported/i },
};

function named(what: Refusal['what']): { what: Refusal['what']; named: RegExp } {
  return { what, named: new RegExp(`\\b${what}\\b`) };
}

const refused = 'refused';
const whats: ReadonlySet<string> = new Set<Refusal['what']>([
  ...(['tools', 'tools_with_reasoning', 'temperature', 'top_p', 'stop', 'tool_choice', 'parallel_tool_calls'] as const),
  ...(['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'reasoning_effort', 'reasoning_summary'] as const),
  ...(['include', 'store', 'stream_options', 'neighbours', 'system', 'pictures'] as const),
]);
const isRefusal = (what: string): what is Refusal['what'] => whats.has(what);

/** What each model of one provider has refused. It is asked without that for a while, and then once more with it. */
export class Refusals {
  readonly #notes: ModelNotes;
  readonly #forMs: number;

  /** `forMs`: how long a refusal is remembered, in milliseconds. */
  constructor(notes: ModelNotes, forMs: number) {
    this.#notes = notes;
    this.#forMs = forMs;
  }

  add(what: Refusable, model: string): void {
    this.#notes.set(model, what, refused, Date.now() + this.#forMs);
  }

  has(what: Refusable, model: string): boolean {
    return this.#notes.get(model, what) === refused;
  }

  /** The refusals that still count. */
  list(): Refusal[] {
    return this.#notes
      .all()
      .flatMap(({ what, model, until }) => (isRefusal(what) ? { what, model, until: Math.round(until) } : []));
  }
}

/** The parts of a request that a complaint says are not accepted, if any. */
export function refusedBy(complaint: Complaint, asked: AskedBody): Refusable[] {
  const { status = 400, text } = complaint;
  const { body, messages, offersTools } = asked;
  if (offersTools && isAboutToolsWithReasoning(complaint))
    return [asked.protocol === 'chat' && !asked.isUnreasoned ? 'tools_with_reasoning' : 'tools'];
  if (isRefusing(status) && asked.effort !== undefined && isAboutEffort(text))
    return asked.isUnreasoned ? ['tools'] : refusedEfforts(text, asked.effort, asked.efforts);
  if (isRefusing(status) && 'reasoning' in body && /reasoning[._ ]summar/i.test(text)) return ['reasoning_summary'];
  if ('tool_choice' in body && isRefusing(status) && isAboutToolChoice(text)) return ['tool_choice'];
  if (offersTools && isToolRefusal(status, text)) return ['tools'];
  if (hasPictures(asked) && isPictureRefusal(status, text)) return ['pictures'];
  const mustAlternate = /roles must alternate|alternate user/i.test(text);
  if (mustAlternate && hasNeighbours(messages)) return ['neighbours'];
  const hasSystem = messages.some(({ role }) => role === 'system');
  if (hasSystem && (mustAlternate || isSystemRefusal(status, text))) return ['system'];
  if (!isRefusing(status)) return [];
  // Of both limits, the message names the one to use, too: the refused one comes first.
  const first = Object.entries(optionalFields)
    .filter(([field]) => field in body)
    .flatMap(([, { what, named }]) => {
      const at = text.search(named);
      return at < 0 ? [] : { what, at };
    })
    .sort((a, b) => a.at - b.at)[0];
  return first ? [first.what] : [];
}

const isRefusing = (status: number): boolean => status === 400 || status === 422;

/** OpenAI: "Unsupported value: 'reasoning_effort' does not support 'minimal'"; xAI: "does not support parameter reasoningEffort". */
const isAboutEffort = (text: string): boolean =>
  /reasoning[._ ]?effort|[.*]effort\b|does(?: not|n't) support (?:thinking|reasoning)/i.test(text) ||
  (isAboutValue(text) && /["'`](?:none|minimal|low|medium|high)["'`]/.test(text));

const isAboutValue = (text: string): boolean => /\bvalues?\b|\bone of\b|should be|expected/i.test(text);

/** The values that are refused: all that are not among those that the complaint lists, otherwise the one that was sent. */
function refusedEfforts(text: string, sent: string, candidates: readonly string[]): Refusable[] {
  if (!isAboutValue(text)) return ['reasoning_effort'];
  const [, listed = ''] = /.*(?:\bvalues?(?: are| is)?:?|\bone of|should be|expected)\s+(["'`([].*)/i.exec(text) ?? [];
  const taken: string[] = listed.match(/(?<=["'`])[a-z]+(?=["'`])/g) ?? [];
  const others = taken.length > 0 && !taken.includes(sent) ? candidates.filter((value) => !taken.includes(value)) : [];
  return [...new Set([sent, ...others])].map(effortNamed);
}

/** Claude: "Thinking may not be enabled when tool_choice forces tool use." */
const isAboutToolChoice = (text: string): boolean => /tool_choice|forces? tool use/i.test(text);

/** Ollama answers 400 and "does not support tools", OpenRouter 404, llama.cpp 500 and "tools param requires --jinja". */
const isToolRefusal = (status: number, text: string): boolean =>
  [400, 404, 422, 500, 501, 502].includes(status) &&
  /\btools?\b|function.?call/i.test(text) &&
  /support|requires|unknown|unrecogni[sz]ed|not (?:allowed|available|enabled|permitted)|extra (?:inputs|fields)/i.test(
    text,
  );

/**
 * vLLM with Gemma's template: "System role not supported"; Google: "Developer instruction is not enabled for models/gemma-3-27b-it";
 * OpenAI's o1-mini: "Unsupported value: 'messages[0].role' does not support 'system' with this model."
 */
const isSystemRefusal = (status: number, text: string): boolean =>
  [400, 404, 422, 500, 501].includes(status) &&
  (/\b(?:system|developer)\b[^.]{0,60}(?:not (?:supported|enabled|allowed|permitted)|unsupported|must be (?:at the beginning|first))/i.test(
    text,
  ) ||
    /(?:not|n't) (?:support|allow|accept)[^.]{0,40}\bsystem\b/i.test(text));

const hasNeighbours = (messages: readonly { role: string }[]): boolean =>
  messages.some(({ role }, at) => role !== 'tool' && role === messages[at - 1]?.role);

const hasPictures = ({ messages, withPictures }: AskedBody): boolean =>
  withPictures && messages.some((message) => message.role === 'user' && Boolean(message.pictures?.length));

/**
 * What a request is repeated without, this time only, after an error that does not say that the model refuses it: earlier reasoning, a picture,
 * a call, a result or a tool's description may be what it could not read.
 */
export function atFaultIn(
  { status = 400, text, code }: Complaint,
  asked: AskedBody,
): 'tools' | 'pictures' | 'earlier reasoning' | undefined {
  if (isGone(status, code ?? '', text)) return undefined;
  const isRefused = isRefusing(status) && code !== tooLong;
  if ((isRefused || status === 404) && asked.withReasoning && isAboutEarlierReasoning(text)) return 'earlier reasoning';
  const withPictures = hasPictures(asked);
  if (withPictures && isAboutPictures(status, text)) return 'pictures';
  if (asked.offersTools && isRefused) return 'tools';
  return withPictures && (isRefused || status === 413 || status === 415) ? 'pictures' : undefined;
}

/** OpenAI: "The encrypted content for item rs_… could not be verified.", "Item 'rs_…' … was provided without its required following item." */
const isAboutEarlierReasoning = (text: string): boolean =>
  /encrypted|\brs_|['"`]reasoning['"`]|reasoning item|required following item/i.test(text);
