import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from '../../../components/copy-text.ts';
import { showOverflow } from './show-overflow.ts';
import { tableAsCsv, tableAsMarkdown } from './table-text.ts';
import { markdownTexts } from './texts.ts';
import type { TreeNode } from './tree.ts';

/** A table that scrolls sideways when it is wide, and can be copied. `node` is its tree. */
export function Table({ node, dir, children }: { node: TreeNode; dir: string | undefined; children: ReactNode }) {
  return (
    <figure className="answer-table">
      <div className="scrolled">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
        <section className="tablewrap" dir={dir} tabIndex={0} aria-label={markdownTexts.table} ref={showOverflow}>
          <table>{children}</table>
        </section>
      </div>
      <figcaption>
        <CopyTable label={markdownTexts.copyMarkdown} text={() => tableAsMarkdown(node)} />
        <CopyTable label={markdownTexts.copyCsv} text={() => tableAsCsv(node)} />
      </figcaption>
    </figure>
  );
}

function CopyTable({ label, text }: { label: string; text: () => string }) {
  const { copied, copy } = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <button type="button" onClick={() => copy(text())}>
      <Icon className="icon" aria-hidden />
      <span aria-live="polite">{copied ? markdownTexts.copied : label}</span>
    </button>
  );
}
