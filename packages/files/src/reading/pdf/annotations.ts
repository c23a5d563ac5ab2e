import type { Pdf, PdfPage } from './pdf-js.ts';

/** What lies on a page beside its drawn content: notes, fields of a form (ISO 32000-1, 12.5). As pdf.js describes it. */
export type Annotation = {
  annotationType: number;
  annotationFlags?: number;
  pageIndex?: number;
  /** Left, bottom, right, top. */
  rect: readonly [number, number, number, number];
  contentsObj?: { str: string };
  /** Who wrote it. */
  titleObj?: { str: string };
  /** The lines that its appearance shows. */
  textContent?: readonly string[];
  defaultAppearanceData?: { fontSize?: number };
  /** The text that it crosses out. */
  overlaidText?: string;

  hidden?: boolean;
  fieldType?: string | null;
  fieldName?: string;
  fieldValue?: unknown;
  /** The description of the field for people. */
  alternativeText?: string;
  password?: boolean;
  checkBox?: boolean;
  radioButton?: boolean;
  exportValue?: string;
  buttonValue?: string | null;
  /** Whether a choice opens only when it is used. */
  combo?: boolean;
  options?: readonly { exportValue: string; displayValue: string }[];
};

/** The numbers of pdf.js for the types. */
export const annotationTypes = { text: 1, freeText: 3, strikeOut: 12, file: 17, widget: 20 } as const;

/** Notes, marks with notes, and fields; not links, and not the windows in which notes open. */
const wanted = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 20]);

/** The flags "hidden" and "no view" (ISO 32000-1, 12.5.3). */
const hiddenFlags = 2 | 32;

/** So many pages are asked for at a time: pdf.js takes the pages that are not wanted. */
const batch = 64;

/** The annotations that people see on a page. Pages must be asked for in their order. */
export function createAnnotations(pdf: Pdf): { on(page: PdfPage): Promise<Annotation[]> } {
  let until = 0;
  let pages = new Map<number, Annotation[]>();

  async function load(index: number): Promise<void> {
    until = index + batch;
    const skipped = new Set(Array.from({ length: pdf.numPages }, (_, at) => at));
    for (let at = index; at < until; at++) skipped.delete(at);
    pages = Map.groupBy(await annotationsBut(pdf, skipped), ({ pageIndex = 0 }) => pageIndex);
  }

  return {
    async on(page) {
      const index = page.pageNumber - 1;
      if (index >= until) await load(index);
      const seen = (pages.get(index) ?? []).filter(isSeen);
      return seen.some(({ annotationType }) => annotationType === annotationTypes.strikeOut)
        ? withMarkedText(page)
        : seen;
    },
  };
}

/** A page that cannot be read has none, and neither have those that are read with it. */
const annotationsBut = async (pdf: Pdf, skipped: Set<number>): Promise<Annotation[]> =>
  ((await pdf.getAnnotationsByType(wanted, skipped).catch(() => null)) ?? []) as Annotation[];

/** Only this way pdf.js tells the text that is crossed out. It reads the page once more for it. */
const withMarkedText = async (page: PdfPage): Promise<Annotation[]> =>
  ((await page.getAnnotations()) as Annotation[]).filter((each) => wanted.has(each.annotationType) && isSeen(each));

const isSeen = ({ annotationFlags = 0, hidden = false }: Annotation) =>
  !hidden && (annotationFlags & hiddenFlags) === 0;
