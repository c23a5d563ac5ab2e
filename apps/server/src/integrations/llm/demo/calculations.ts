import { z } from 'zod';
import { sumIn, sumText } from './arithmetic.ts';
import { type PlannedTable, tableProgram, withResults } from './calculated-tables.ts';
import type { DemoConversation } from './conversation.ts';
import { daysIn, daysText } from './days.ts';

const toldSchema = z.union([z.object({ result: z.string() }), z.object({ error: z.string() })]);

/** The program that works out what the question asks, if it was not run yet; null for none. `tables`: what is asked of files. */
export function programToRun(conversation: DemoConversation, tables: readonly PlannedTable[]): string | null {
  const { tools, plain } = conversation;
  if (!tools.includes('calculate') || calculated(conversation)) return null;
  if (tables.some(({ results }) => results.length > 0)) return tableProgram(tables);
  return (sumIn(plain) ?? daysIn(plain))?.program ?? null;
}

/** What a program has returned for the question; null if none was run. */
function calculated({ data }: DemoConversation): z.infer<typeof toldSchema> | null {
  const found = data.findLast(({ name }) => name === 'calculate');
  try {
    return found ? (toldSchema.safeParse(JSON.parse(found.content)).data ?? null) : null;
  } catch {
    // A long result is cut off.
    return null;
  }
}

/** What is asked of files with what was calculated for it. */
export function calculatedTables(conversation: DemoConversation, tables: readonly PlannedTable[]) {
  const told = calculated(conversation);
  return told && 'result' in told ? withResults(tables, told.result) : [];
}

/** The answer to a sum or to a question about days; null for anything else, or if nothing was calculated. */
export function calculatedAnswer(conversation: DemoConversation): string | null {
  const told = calculated(conversation);
  if (!told) return null;
  const { plain } = conversation;
  const sum = sumIn(plain);
  if (sum) return 'result' in told ? sumText(sum.shown, told.result) : null;
  const days = daysIn(plain);
  return days && daysText(days.shown, 'result' in told ? told.result : null);
}
