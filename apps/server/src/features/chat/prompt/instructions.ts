import { cutText } from '../../../text/cut-text.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';

/** What a person has said about how to answer, in all their chats (`project` is null) or in those of a project. */
export type PersonInstructions = { project: string | null; text: string };

/** The instructions that fit into a budget. Each may take the same share, and one gets what another leaves over. */
export function fittingInstructions(all: readonly PersonInstructions[], budgetTokens: number): PersonInstructions[] {
  let left = budgetTokens;
  const cut = new Map<PersonInstructions, string>();
  for (const [at, one] of all.toSorted((a, b) => a.text.length - b.text.length).entries()) {
    const text = cutTo(one.text, left / (all.length - at));
    left -= estimateTokens(text);
    cut.set(one, text);
  }
  return all.flatMap((one) => (cut.get(one) ? [{ ...one, text: cut.get(one) ?? '' }] : []));
}

function cutTo(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(`${cutText(text, middle)}…`) <= tokens) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${cutText(text, low)}…`;
}
