import { refusals } from '@noek/contract/calls/errors';
import {
  type Answer,
  isRawBody,
  isStreamedBody,
  keyOf,
  type Operation,
  places,
  type RawBody,
  refusalsOf,
  type StreamedBody,
} from '@noek/contract/calls/operation';
import { operations, operationsByFeature } from '@noek/contract/operations';
import { Badge } from '../../../components/base/badge.tsx';
import { byteSize } from '../../../components/byte-size.ts';
import { CodeBlock } from './code-block.tsx';
import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText, InlineText } from './doc-text.tsx';
import { apiSection, withThisServer } from './documents.ts';
import { Fact, Facts } from './facts.tsx';
import { Fields, Input } from './fields.tsx';
import { anchorOf, shapeAnchor, shapes } from './reference.ts';
import { shortType, typeText } from './schema-text.ts';
import { developerTexts as texts } from './texts.ts';
import { TypeText } from './type-text.tsx';

const areas = Object.entries<Record<string, Operation>>(operationsByFeature).map(([feature, calls]) => ({
  title: texts.features[feature as keyof typeof texts.features],
  calls: Object.values(calls),
}));
const { notes, shapes: shapesHeading } = texts.sections;

const entries = [
  ...areas.map(({ title, calls }) => ({
    id: anchorOf(title),
    text: title,
    parts: calls.map((call) => ({ id: anchorOf(keyOf(call)), text: keyOf(call) })),
  })),
  { id: anchorOf(notes), text: notes },
  {
    id: anchorOf(shapesHeading),
    text: shapesHeading,
    parts: shapes.map(({ name }) => ({ id: shapeAnchor(name), text: name })),
  },
];

/** Every call of the REST API, and the shapes of what it takes and returns. */
export const RestScreen = () => (
  <DevelopersFrame heading={texts.pages.rest.heading} lead={texts.lead.rest(operations.length)} entries={entries}>
    {areas.map(({ title, calls }) => (
      <Chapter key={title} id={anchorOf(title)} heading={title}>
        {calls.map((call) => (
          <CallArticle key={keyOf(call)} call={call} />
        ))}
      </Chapter>
    ))}
    <Chapter id={anchorOf(notes)} heading={notes}>
      <DocText text={apiSection(notes).text} />
    </Chapter>
    <Chapter id={anchorOf(shapesHeading)} heading={shapesHeading}>
      <p className="mt-4 max-w-160">
        <InlineText text={texts.shapesLead} />
      </p>
      {shapes.map(({ name, fields }) => (
        <section key={name} aria-labelledby={shapeAnchor(name)} className="mt-8 border-border border-t pt-6 text-base">
          <h3 id={shapeAnchor(name)} className="mb-2 scroll-mt-10 text-base">
            <a className="inline-flex min-h-10 items-center font-mono hover:underline" href={`#${shapeAnchor(name)}`}>
              {name}
            </a>
          </h3>
          <Fields fields={fields} />
        </section>
      ))}
    </Chapter>
  </DevelopersFrame>
);

const tones = { get: 'info', post: 'success', put: 'warning', patch: 'warning', delete: 'danger' } as const;

/** One call of the REST API: everything that its declaration says. */
function CallArticle({ call }: { call: Operation }) {
  const id = anchorOf(keyOf(call));
  const { access, token = 'never', example } = call;
  const refused = refusalsOf(call).toSorted((a, b) => refusals[a.code].status - refusals[b.code].status);
  return (
    <article aria-labelledby={id} className="mt-8 border-border border-t pt-6">
      <h3 id={id} className="scroll-mt-10 text-base">
        <a href={`#${id}`} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 hover:underline">
          <Badge tone={tones[call.method]} className="font-mono">
            {call.method.toUpperCase()}
          </Badge>{' '}
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{call.path}</code>
        </a>
      </h3>
      <p className="mt-1 max-w-160">
        <InlineText text={call.summary} />
      </p>
      <Facts>
        <Fact name={texts.whoMayCall}>
          <InlineText text={texts.mayCall({ access, token })} />
        </Fact>
        {places.map((place) => {
          const given = call[place];
          return (
            given && (
              <Fact key={place} name={texts.places[place]}>
                {isRawBody(given) ? <RawInput body={given} /> : <Input schema={given} />}
              </Fact>
            )
          );
        })}
        {example?.body !== undefined && (
          <Fact name={texts.example}>
            <CodeBlock language="json" code={withThisServer(JSON.stringify(example.body, null, 2))} />
          </Fact>
        )}
        <Fact name={texts.response}>
          <ul className="grid gap-1">
            {call.answers.map((answer) => (
              <li key={`${answer.status} ${Object.keys(answer)}`}>
                {answer.status} <AnswerText answer={answer} />
              </li>
            ))}
          </ul>
        </Fact>
        {refused.length > 0 && (
          <Fact name={texts.errors}>
            <ul className="grid gap-1">
              {refused.map(({ code, fields }) => (
                <li key={code}>
                  {refusals[code].status} <code className="whitespace-nowrap font-mono text-[0.8125rem]">{code}</code>{' '}
                  <InlineText text={`${refusals[code].meaning}.`} />{' '}
                  {fields && <TypeText type={shortType(fields, 'output')} />}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </article>
  );
}

const MB = 1024 * 1024;

/** What is sent as it is. What a form writes around a file is not part of what people add, so a limit is in whole megabytes. */
const RawInput = ({ body }: { body: RawBody | StreamedBody }) => (
  <>
    <TypeText type={body.mediaType} />{' '}
    {isStreamedBody(body) ? texts.atMost(byteSize(body.maxBytes - (body.maxBytes % MB))) : texts.signed}
  </>
);

function AnswerText({ answer }: { answer: Answer }) {
  if ('events' in answer) return <InlineText text={texts.eventStream} />;
  if ('file' in answer) return <TypeText type={answer.file} />;
  if ('redirect' in answer) return <InlineText text={texts.redirects(answer.redirect)} />;
  if (!('json' in answer)) return texts.unchanged;
  return (
    <>
      <TypeText type={typeText(answer.json, 'output')} />
      {Object.entries(answer.headers ?? {}).map(([name, note]) => (
        <span key={name} className="block">
          {texts.headers} <code className="font-mono text-[0.8125rem]">{name}</code>: <InlineText text={note} />
        </span>
      ))}
    </>
  );
}
