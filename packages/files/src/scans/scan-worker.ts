/// <reference path="./tesseract-core.d.ts" />
import start, { type TesseractCore } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { languageData } from './languages.ts';

// The thread in which the text of pictures is recognised.

/** `picture`: a PNG in grey. `languages`: their codes, the most likely first. */
export type RecognizeTask = { picture: Uint8Array; languages: readonly string[] };
/** `confidence`: from 0 to 100. */
export type Recognized = { text: string; confidence: number };

/** Lines that are less aslant are recognised as they are; in radians. */
const leastAngle = 0.005;

let core: Promise<TesseractCore> | null = null;
let ready: { languages: string; api: InstanceType<TesseractCore['TessBaseAPI']> } | null = null;

export async function recognize(task: RecognizeTask): Promise<Recognized> {
  try {
    return await recognizeWith(task);
  } catch (error) {
    // What failed may have left it in disorder.
    core = null;
    ready = null;
    throw error;
  }
}

async function recognizeWith({ picture, languages }: RecognizeTask): Promise<Recognized> {
  // It writes about each picture that has no text.
  core ??= start({ print: () => {}, printErr: () => {} });
  const { FS, TessBaseAPI } = await core;
  const asked = languages.join('+');
  if (ready?.languages !== asked) {
    for (const code of languages) FS.writeFile(`/${code}.traineddata`, languageData(code));
    const api = new TessBaseAPI();
    if (api.Init('/', asked, 1) !== 0) throw new Error(`Tesseract does not start with ${asked}.`);
    // Columns of a table stay apart.
    api.SetVariable('preserve_interword_spaces', '1');
    ready = { languages: asked, api };
  }
  const { api } = ready;
  FS.writeFile('/input', picture);
  if (api.SetImageFile(1, 0) === 1) throw new Error('Tesseract cannot read the picture.');
  api.FindLines();
  const angle = api.GetGradient();
  if (Math.abs(angle) >= leastAngle) api.SetImageFile(1, angle);
  api.Recognize(null);
  const found = { text: api.GetUTF8Text(), confidence: api.MeanTextConf() };
  api.Clear();
  return found;
}
