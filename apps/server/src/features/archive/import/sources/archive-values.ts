import { JsonProblem, type JsonValue, jsonValues } from '@noek/importers/json-values';
import { damaged } from '../../zip/archive-problem.ts';

/** A long answer with its sources takes a fraction of these bytes. */
const limits = { valueBytes: 4 * 1024 * 1024, depth: 16 };

/** The values at these paths of a JSON file of an archive of Noek. Throws ArchiveProblem for what is not JSON, too deep or too long. */
export async function* archiveValues(file: AsyncIterable<Buffer>, paths: string[]): AsyncGenerator<JsonValue> {
  try {
    yield* jsonValues(file, paths, limits);
  } catch (error) {
    throw error instanceof JsonProblem ? damaged(error) : error;
  }
}
