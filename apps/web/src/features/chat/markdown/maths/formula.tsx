import { memo, useEffect, useMemo, useState } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { showOverflow } from '../show-overflow.ts';
import { markdownTexts } from '../texts.ts';
import { loadedTypeset, loadMaths } from './load-maths.ts';

type Typeset = NonNullable<ReturnType<typeof loadedTypeset>>;

/** The commands of chemistry, whose code most answers do not need. */
const chemistryCode = codePart(() => import('./chemistry.ts'));
const chemistry = /\\(?:ce|pu)(?![A-Za-z])/;
let loadedChemistry = false;

async function loadChemistry(): Promise<void> {
  await chemistryCode.load();
  loadedChemistry = true;
}

function useTypeset(tex: string): Typeset | null {
  const isChemistry = chemistry.test(tex);
  const [typeset, setTypeset] = useState<Typeset | null>(() =>
    isChemistry && !loadedChemistry ? null : loadedTypeset(),
  );
  useEffect(() => {
    if (typeset && (!isChemistry || loadedChemistry)) return;
    let left = false;
    const loads = loadMaths();
    void (isChemistry ? Promise.all([loads, loadChemistry()]).then(([found]) => found) : loads).then((found) => {
      if (!left) setTypeset(() => found);
    });
    return () => {
      left = true;
    };
  }, [typeset, isChemistry]);
  return typeset;
}

type FormulaProps = { tex: string; source: string; display: boolean };

/** A formula. It shows its source until KaTeX has loaded, and when KaTeX cannot parse it. */
export const Formula = memo(function Formula({ tex, source, display }: FormulaProps) {
  const typeset = useTypeset(tex);
  const set = useMemo(() => typeset?.(tex, display) ?? null, [typeset, tex, display]);
  if (!set) return <span className="formula-source">{source}</span>;
  const put = (element: HTMLElement | null) => element?.replaceChildren(set);
  if (!display) return <span ref={put} />;
  const putWide = (element: HTMLElement | null) => {
    put(element);
    return showOverflow(element);
  };
  return (
    <span className="scrolled">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms and is not allowed in a paragraph */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <span className="formula-display" ref={putWide} role="group" aria-label={markdownTexts.formula} tabIndex={0} />
    </span>
  );
});
