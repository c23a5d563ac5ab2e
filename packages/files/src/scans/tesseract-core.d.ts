declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type TessBaseAPI = {
    /** Returns 0 if it is ready. `engine` 1 is the neural network alone. */
    Init(folder: string | null, languages: string, engine: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads the file "/input". Returns 1 if it cannot be decoded. `turn` is how EXIF says that it is turned, 1 for upright. */
    SetImageFile(turn: number, angle: number): number;
    /** Finds the lines of the text, for GetGradient. */
    FindLines(): void;
    /** How far the lines are from level, in radians. */
    GetGradient(): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
    /** From 0 to 100. */
    MeanTextConf(): number;
    Clear(): void;
  };
  export type TesseractCore = {
    TessBaseAPI: new () => TessBaseAPI;
    FS: { writeFile(path: string, data: Uint8Array): void };
  };
  const start: (options?: { print?(line: string): void; printErr?(line: string): void }) => Promise<TesseractCore>;
  export default start;
}
