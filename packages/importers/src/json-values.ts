import { JSONParser, TokenType } from '@streamparser/json';

/** A value of a file, with the name of the field that it is in, or of the list. */
export type JsonValue = { field: string; value: unknown };

/** How long a value may be, in bytes of JSON, and how many levels deep. */
export type JsonLimits = { valueBytes: number; depth: number };

/** Why a file could not be read: it is not JSON, ends too early, or exceeds a limit. */
export class JsonProblem extends Error {}

/**
 * The values at these paths ("$.conversation", "$.messages.*") of a JSON file, one after the other, so that the file is never in
 * memory as a whole. Throws JsonProblem.
 */
export async function* jsonValues(
  file: AsyncIterable<Uint8Array>,
  paths: string[],
  limits: JsonLimits,
): AsyncGenerator<JsonValue> {
  const found: JsonValue[] = [];
  let depth = 0;
  let sinceValue = 0;
  const parser = new JSONParser({ paths, keepStack: false });
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    if (depth > limits.depth) throw new JsonProblem('too deep');
  };
  parser.onValue = ({ value, key, stack }) => {
    found.push({ field: String(stack.length > 1 ? stack[1]?.key : key), value });
    sinceValue = 0;
  };
  for await (const chunk of file) {
    sinceValue += chunk.length;
    const problem = written(parser, chunk);
    // What comes before a problem is found, also if both are in the same piece.
    yield* found.splice(0);
    if (problem) throw problem;
    if (sinceValue > limits.valueBytes) throw new JsonProblem('too long');
    await othersTurn();
  }
  if (!parser.isEnded) throw new JsonProblem('incomplete');
}

/** Gives the parser a piece of a file. Returns why it cannot be read, if so. */
function written(parser: JSONParser, chunk: Uint8Array): JsonProblem | null {
  try {
    if (!parser.isEnded) parser.write(chunk);
    return null;
  } catch (error) {
    return error instanceof JsonProblem ? error : new JsonProblem('not JSON', { cause: error });
  }
}

/** On a server, other work has a turn between two pieces of a file. A worker of a page has no other work. */
const othersTurn = (): Promise<void> | undefined =>
  'setImmediate' in globalThis ? new Promise((resolve) => globalThis.setImmediate(resolve)) : undefined;
