import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import type { ReportedThing } from './reported-thing.ts';
import { reportingTexts } from './texts.ts';

const ReportDialog = codePart(() => import('./report-dialog.tsx')).lazy();

/** The dialog that reports something, to be rendered where it does not close with a menu, and how to open it. */
export function useReport(about: ReportedThing) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <ReportDialog about={about} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
  return { dialog, open: () => setIsOpen(true) };
}

/** Opens the dialog that reports something that is shared. */
export function ReportButton({ about }: { about: ReportedThing }) {
  const { dialog, open } = useReport(about);
  return (
    <>
      <TextButton
        className="-mx-1 inline-flex flex-none items-center gap-1.5 text-text-muted! hover:text-text!"
        aria-haspopup="dialog"
        onClick={open}
      >
        <Flag className="size-3.5" aria-hidden />
        {reportingTexts.report}
      </TextButton>
      {dialog}
    </>
  );
}
