import { setImmediate } from 'node:timers/promises';
import { JSONParser, TokenType } from '@streamparser/json';
import { ArchiveProblem, damaged } from '../zip/archive-problem.ts';

/** The longest value, in bytes of JSON: a long answer with its sources takes a fraction of it. */
const maxValueBytes = 4 * 1024 * 1024;
const maxDepth = 16;

/** A value of a file, with the name of the field that it is in, or of the list. */
export type JsonValue = { field: string; value: unknown };

/**
 * The values at these paths ("$.conversation", "$.messages.*") of a JSON file, one after the other, so that the file is never in
 * memory as a whole. Throws ArchiveProblem for what is not JSON, too deep or too long.
 */
export async function* jsonValues(file: AsyncIterable<Buffer>, paths: string[]): AsyncGenerator<JsonValue> {
  const found: JsonValue[] = [];
  let depth = 0;
  let sinceValue = 0;
  const parser = new JSONParser({ paths, keepStack: false });
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    if (depth > maxDepth) throw damaged('too deep');
  };
  parser.onValue = ({ value, key, stack }) => {
    found.push({ field: String(stack.length > 1 ? stack[1]?.key : key), value });
    sinceValue = 0;
  };
  try {
    for await (const chunk of file) {
      sinceValue += chunk.length;
      if (!parser.isEnded) parser.write(chunk);
      if (sinceValue > maxValueBytes) throw damaged('too long');
      yield* found.splice(0);
      await setImmediate();
    }
    if (!parser.isEnded) throw damaged('incomplete');
  } catch (error) {
    throw error instanceof ArchiveProblem ? error : damaged(error);
  }
}
