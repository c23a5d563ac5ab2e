import type { ProviderConfig } from '../../../settings/setting-values.ts';
import type { ModelNotes } from '../notes/model-notes.ts';
import type { AskedBody, Protocol } from './asked-body.ts';
import type { Complaint } from './complaint.ts';
import { isOpenAi, isResponsesModel } from './open-ai.ts';

/** How long a model is asked with the protocol that it turned out to need. */
const learnedForMs = 30 * 24 * 60 * 60_000;
const what = 'api';

/** With which protocol the models of one provider are asked: as configured, otherwise as their refusals say. */
export class Protocols {
  readonly #config: Pick<ProviderConfig, 'api' | 'baseUrl'>;
  readonly #notes: ModelNotes;

  constructor(config: Pick<ProviderConfig, 'api' | 'baseUrl'>, notes: ModelNotes) {
    this.#config = config;
    this.#notes = notes;
  }

  /** The protocol to begin with. */
  of(model: string): Protocol {
    const { api = 'auto', baseUrl } = this.#config;
    if (api !== 'auto') return api;
    const learned = this.#notes.get(model, what);
    if (learned === 'chat' || learned === 'responses') return learned;
    return isOpenAi(baseUrl) && isResponsesModel(model) ? 'responses' : 'chat';
  }

  /**
   * The other protocol, if a complaint says that the model is to be asked with it, which is remembered. `tried`: those that were used for this
   * answer before.
   */
  after(complaint: Complaint, { protocol }: AskedBody, model: string, tried: ReadonlySet<Protocol>): Protocol | null {
    if ((this.#config.api ?? 'auto') !== 'auto') return null;
    const other = protocol === 'chat' ? 'responses' : 'chat';
    if (other === 'responses' && tried.has(other)) return null;
    if (protocol === 'chat' ? !wantsResponses(complaint) || this.#lacksResponses(model) : !lacksResponses(complaint))
      return null;
    this.#notes.set(model, what, other, Date.now() + learnedForMs);
    return other;
  }

  /** Whether /responses of this provider turned out to be missing. */
  #lacksResponses(model: string): boolean {
    return this.#notes.get(model, what) === 'chat';
  }
}

const responses = /\/responses\b|\bresponses[ _-](?:api|endpoint)\b/i;

/**
 * "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set
 * reasoning_effort to 'none'."
 */
export const isAboutToolsWithReasoning = ({ text }: Complaint): boolean =>
  /\btools?\b[^.]{0,60}\breasoning|\breasoning[^.]{0,60}\bwith\b[^.]{0,20}\btools?\b/i.test(text) &&
  /(?:not|n't) (?:be )?(?:supported|support|allowed|available|compatible|used)|unsupported|incompatible/i.test(text);

const refusing: readonly number[] = [400, 403, 404, 405, 422, 501];

const wantsResponses = (complaint: Complaint): boolean =>
  refusing.includes(complaint.status ?? 400) &&
  (responses.test(complaint.text) || isAboutToolsWithReasoning(complaint));

/** Whether a server has no /responses, or not for this model. A 404 may also mean that there is no such model. */
function lacksResponses({ status, code, text }: Complaint): boolean {
  if (status === 405 || status === 501) return true;
  if (responses.test(text) && refusing.includes(status ?? 400))
    return /not|n't|unsupported|unknown|invalid url|only/i.test(text);
  return status === 404 && code !== 'model_not_found' && !/\bmodel\b/i.test(text);
}
