import type { ApiProcedure } from '@noek/contract/calls/api-reference';
import { Badge } from '../../../components/base/badge.tsx';
import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText, InlineText } from './doc-text.tsx';
import { Fact, Facts } from './facts.tsx';
import { Fields } from './fields.tsx';
import { anchorOf, reference } from './reference.ts';
import { developerTexts as texts } from './texts.ts';
import { TypeText } from './type-text.tsx';

const { routers, sections } = reference;
const { reading } = texts.sections;
const client = 'The typed client';

const entries = [
  { id: anchorOf(client), text: client },
  { id: anchorOf(reading), text: reading },
  ...routers.map(({ name, procedures }) => ({
    id: `router-${name}`,
    text: name,
    parts: procedures.map(({ path }) => ({ id: anchorOf(path), text: path })),
  })),
];

/** Every typed procedure, and how to call them. */
export const ProceduresScreen = () => (
  <DevelopersFrame
    heading={texts.pages.procedures.heading}
    lead={texts.lead.procedures(routers.flatMap(({ procedures }) => procedures).length)}
    entries={entries}
  >
    <Chapter id={anchorOf(client)} heading={client}>
      <DocText text={sections[client]} />
    </Chapter>
    <Chapter id={anchorOf(reading)} heading={reading}>
      <DocText text={sections['Typed procedures']} />
    </Chapter>
    {routers.map(({ name, procedures }) => (
      <Chapter key={name} id={`router-${name}`} heading={name}>
        {procedures.map((procedure) => (
          <ProcedureArticle key={procedure.path} procedure={procedure} />
        ))}
      </Chapter>
    ))}
  </DevelopersFrame>
);

const tones = { query: 'info', mutation: 'success', subscription: 'accent' } as const;

function ProcedureArticle({ procedure }: { procedure: ApiProcedure }) {
  const { path, type, summary, access, token, takes, answer } = procedure;
  const id = anchorOf(path);
  return (
    <article aria-labelledby={id} className="mt-8 border-border border-t pt-6">
      <h3 id={id} className="scroll-mt-10 text-base">
        <a href={`#${id}`} className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 hover:underline">
          <Badge tone={tones[type]}>{texts.kinds[type]}</Badge>{' '}
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{path}</code>
        </a>
      </h3>
      <p className="mt-1 max-w-160">
        <InlineText text={summary} />
      </p>
      <Facts>
        <Fact name={texts.whoMayCall}>
          <InlineText text={texts.mayCall({ access, token })} />
        </Fact>
        <Fact name={texts.input}>
          {takes === null && texts.noInput}
          {takes?.type && <TypeText type={takes.type} />}
          {takes && takes.fields.length > 0 && <Fields fields={takes.fields} />}
        </Fact>
        <Fact name={texts.response}>{answer === null ? texts.stream : <TypeText type={answer} />}</Fact>
      </Facts>
    </article>
  );
}
