import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const { resolve } = createRequire(import.meta.url);

/**
 * Whether the data of a language is installed, so that scans can be read in it. A language has Tesseract's code, such as "eng", "deu" or
 * "chi_sim", and its data is the package @tesseract.js-data/CODE.
 */
export const hasLanguage = (code: string): boolean => pathOf(code) !== null;

/** The data of a language that is installed. */
export function languageData(code: string): Uint8Array {
  const path = pathOf(code);
  if (path === null) throw new Error(`@tesseract.js-data/${code} is not installed.`);
  return gunzipSync(readFileSync(path));
}

/** The smaller of the two sets of data: the weights of the neural network as integers. */
function pathOf(code: string): string | null {
  if (!/^[a-z]{3}(_[a-z]+)?$/i.test(code)) return null;
  try {
    const folder = dirname(resolve(`@tesseract.js-data/${code}/package.json`));
    const path = join(folder, '4.0.0_best_int', `${code}.traineddata.gz`);
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}
