import type { Report } from '@noek/contract/reports/schemas';
import { clsx } from 'clsx';
import { When } from '../../../components/dates/when.tsx';
import { reportTexts as texts } from './texts.ts';

/** The text and the author of a report, the owner of the conversation, and how the report was closed. `className`: of the text. */
export function ReportFacts({ report, className }: { report: Report; className?: string }) {
  const { text, reporter, owner, closed } = report;
  return (
    <>
      {text && (
        <p dir="auto" className={clsx('whitespace-pre-wrap break-words', className)}>
          {text}
        </p>
      )}
      <p className="break-words text-text-muted">
        {texts.reporter} <Person of={reporter} absent={texts.guestOrFormer} /> · {texts.owner}{' '}
        <Person of={owner} absent={texts.guest} />
      </p>
      {closed && (
        <div className="break-words text-text-muted">
          <p>
            {texts.closedBy} <span dir="auto">{closed.by ?? texts.formerAdministrator}</span> · <When at={closed.at} />
          </p>
          <p dir="auto">{texts.note(closed.note)}</p>
        </div>
      )}
    </>
  );
}

const Person = ({ of, absent }: { of: Report['reporter']; absent: string }) =>
  of ? (
    <>
      <span dir="auto" className="font-medium text-text">
        {of.name}
      </span>{' '}
      ({of.email})
    </>
  ) : (
    absent
  );
