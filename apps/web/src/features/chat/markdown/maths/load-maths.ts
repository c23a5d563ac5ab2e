import { codePart } from '../../../../components/base/code-part.ts';

type Typeset = typeof import('./typeset.ts').typeset;

/** KaTeX and its styles, for the first formula. */
const typesetCode = codePart(() => import('./typeset.ts'));
/** The fonts of most formulas. Without them, a formula would get another size when they arrive. */
const fonts = ['KaTeX_Main', 'italic KaTeX_Math', 'KaTeX_Size1', 'KaTeX_Size2', 'KaTeX_Size3', 'KaTeX_Size4'];

let loaded: Typeset | null = null;
let loading: Promise<Typeset> | null = null;

/** What sets formulas; null until it has loaded. */
export const loadedTypeset = (): Typeset | null => loaded;

/** Loads what formulas need. A font that cannot be loaded delays nothing but the formula that needs it. */
export function loadMaths(): Promise<Typeset> {
  loading ??= typesetCode.load().then(
    async ({ typeset }) => {
      await Promise.allSettled(fonts.map((font) => document.fonts?.load(font.replace('KaTeX', '1em KaTeX'))));
      loaded = typeset;
      return typeset;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
