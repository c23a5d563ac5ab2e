import { Flag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { codePart } from '../../../components/base/code-part.ts';
import { IconButton } from '../../../components/base/icon-button.tsx';
import type { ReportedThing } from './reported-thing.ts';
import { reportingTexts } from './texts.ts';

const ReportDialog = codePart(() => import('./report-dialog.tsx')).lazy();

/** Opens the dialog that reports an answer (an icon) or a shared conversation (with its word). */
export function ReportButton({ about }: { about: ReportedThing }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {about.kind === 'answer' ? (
        <IconButton label={reportingTexts.report} aria-haspopup="dialog" onClick={open}>
          <Flag aria-hidden />
        </IconButton>
      ) : (
        <TextButton
          className="-mx-1 inline-flex flex-none items-center gap-1.5 text-text-muted! hover:text-text!"
          aria-haspopup="dialog"
          onClick={open}
        >
          <Flag className="size-3.5" aria-hidden />
          {reportingTexts.report}
        </TextButton>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog about={about} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
