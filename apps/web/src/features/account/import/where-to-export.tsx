import { importTexts } from './texts.ts';

/** Where each product has its export. */
export const WhereToExport = () => (
  <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm max-sm:grid-cols-1 max-sm:gap-y-0">
    {importTexts.exports.map(({ name, where }) => (
      <div key={name} className="col-span-full grid grid-cols-subgrid max-sm:mb-2">
        <dt className="font-medium">{name}</dt>
        <dd className="opacity-90">{where}</dd>
      </div>
    ))}
  </dl>
);
