import type { ApiAnswer, ApiCall, ApiInput } from '@noek/contract/calls/api-reference';
import { Badge } from '../../../components/base/badge.tsx';
import { CodeBlock } from './code-block.tsx';
import { InlineText } from './doc-text.tsx';
import { Fact, Facts } from './facts.tsx';
import { Fields } from './fields.tsx';
import { anchorOf } from './reference.ts';
import { developerTexts as texts } from './texts.ts';
import { TypeText } from './type-text.tsx';

const tones = { GET: 'info', POST: 'success', PUT: 'warning', PATCH: 'warning', DELETE: 'danger' } as const;

export const keyOf = ({ method, path }: ApiCall) => `${method} ${path}`;

/** One call of the REST API: everything that its declaration says. */
export function CallArticle({ call }: { call: ApiCall }) {
  const id = anchorOf(keyOf(call));
  return (
    <article aria-labelledby={id} className="mt-8 border-border border-t pt-6">
      <h3 id={id} className="scroll-mt-10 text-base">
        <a href={`#${id}`} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 hover:underline">
          <Badge tone={tones[call.method]} className="font-mono">
            {call.method}
          </Badge>{' '}
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{call.path}</code>
        </a>
      </h3>
      <p className="mt-1 max-w-160">
        <InlineText text={call.summary} />
      </p>
      <Facts>
        <Fact name={texts.whoMayCall}>
          <InlineText text={texts.mayCall(call)} />
        </Fact>
        {call.takes.map((input) => (
          <Fact key={input.place} name={texts.places[input.place]}>
            <Input input={input} />
          </Fact>
        ))}
        {call.example !== null && (
          <Fact name={texts.example}>
            <CodeBlock language="json" code={call.example} />
          </Fact>
        )}
        <Fact name={texts.response}>
          <ul className="grid gap-1">
            {call.answers.map((answer) => (
              <li key={`${answer.status} ${answer.kind} ${answer.type}`}>
                <Answer answer={answer} />
              </li>
            ))}
          </ul>
        </Fact>
        {call.refusals.length > 0 && (
          <Fact name={texts.errors}>
            <ul className="grid gap-1">
              {call.refusals.map(({ status, code, meaning, fields }) => (
                <li key={code}>
                  {status} <code className="whitespace-nowrap font-mono text-[0.8125rem]">{code}</code>{' '}
                  <InlineText text={`${meaning}.`} /> {fields !== '' && <TypeText type={fields} />}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </article>
  );
}

const Input = ({ input: { fields, type, note } }: { input: Pick<ApiInput, 'fields' | 'type' | 'note'> }) => (
  <>
    {type !== null && <TypeText type={type} />} {note !== '' && <InlineText text={note} />}
    {fields.length > 0 && <Fields fields={fields} />}
  </>
);

const Answer = ({ answer: { status, kind, type, note, headers } }: { answer: ApiAnswer }) => (
  <>
    {status} {type !== '' && <TypeText type={type} />}
    {kind === 'events' && <InlineText text={texts.eventStream} />}
    {note !== '' && <InlineText text={note} />}
    {headers.map((header) => (
      <span key={header.name} className="block">
        {texts.headers} <code className="font-mono text-[0.8125rem]">{header.name}</code>:{' '}
        <InlineText text={header.note} />
      </span>
    ))}
  </>
);
