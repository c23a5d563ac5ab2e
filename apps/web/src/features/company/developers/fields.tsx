import type { z } from 'zod';
import { InlineText } from './doc-text.tsx';
import { describeFields, type Field, typeText } from './schema-text.ts';
import { developerTexts as texts } from './texts.ts';
import { TypeText } from './type-text.tsx';

/** The fields of an object with their types, meanings and limits. */
export const Fields = ({ fields }: { fields: readonly Field[] }) => (
  <dl className="grid divide-y divide-border">
    {fields.map(({ name, isOptional, type, note }) => (
      <div key={name} className="gap-x-4 py-1.5 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
        <dt className="[overflow-wrap:anywhere]">
          <code className="font-medium font-mono text-[0.8125rem]">{name}</code>{' '}
          {isOptional && <span className="text-text-muted text-xs">{texts.optional}</span>}
        </dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">
          <TypeText type={type} /> {note !== '' && <InlineText text={note} />}
        </dd>
      </div>
    ))}
  </dl>
);

/** What a call takes: fields, or one type. */
export function Input({ schema }: { schema: z.ZodType }) {
  const fields = describeFields(schema, 'input');
  return (
    <>
      {fields === null && <TypeText type={typeText(schema, 'input')} />}{' '}
      {schema.description && <InlineText text={schema.description} />}
      {fields && fields.length > 0 && <Fields fields={fields} />}
    </>
  );
}
