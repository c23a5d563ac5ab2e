/** What reading one file may take at most. */
export type ReadingLimits = {
  /** Until the thread is ended. */
  milliseconds: number;
  /** Until a PDF is not read any further; what was read by then is kept. */
  softMilliseconds: number;
  /** Objects of the thread. */
  heapMegabytes: number;
  /** Bytes that the thread holds outside of its objects, such as unpacked streams. */
  outsideMegabytes: number;
  /** Characters (Unicode code points) that are read. */
  characters: number;
  /** Pages of a PDF, slides or sheets. */
  pages: number;
  /** Files in an archive, which office documents are. */
  zipEntries: number;
  /** The size of all files of an archive together when they are unpacked. */
  unpackedMegabytes: number;
};

export const readingLimits: ReadingLimits = {
  milliseconds: 20_000,
  softMilliseconds: 15_000,
  heapMegabytes: 256,
  outsideMegabytes: 192,
  characters: 2_000_000,
  pages: 10_000,
  zipEntries: 10_000,
  unpackedMegabytes: 200,
};
