import { type DeclaredProcedure, procedures } from '@noek/contract/operations';
import { Badge } from '../../../components/base/badge.tsx';
import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText, InlineText } from './doc-text.tsx';
import { apiSection } from './documents.ts';
import { Fact, Facts } from './facts.tsx';
import { Input } from './fields.tsx';
import { anchorOf } from './reference.ts';
import { typeText } from './schema-text.ts';
import { developerTexts as texts } from './texts.ts';
import { TypeText } from './type-text.tsx';

const { reading } = texts.sections;
const routers = [...Map.groupBy(procedures, ({ path }) => path.split('.')[0] ?? '')];

const entries = [
  { id: anchorOf(reading), text: reading },
  ...routers.map(([name, own]) => ({
    id: `router-${name}`,
    text: name,
    parts: own.map(({ path }) => ({ id: anchorOf(path), text: path })),
  })),
];

/** Every typed procedure, and how to call them. */
export const ProceduresScreen = () => (
  <DevelopersFrame
    heading={texts.pages.procedures.heading}
    lead={texts.lead.procedures(procedures.length)}
    entries={entries}
  >
    <Chapter id={anchorOf(reading)} heading={reading}>
      <DocText text={apiSection('Typed procedures').text} />
    </Chapter>
    {routers.map(([name, own]) => (
      <Chapter key={name} id={`router-${name}`} heading={name}>
        {own.map((procedure) => (
          <ProcedureArticle key={procedure.path} procedure={procedure} />
        ))}
      </Chapter>
    ))}
  </DevelopersFrame>
);

const tones = { query: 'info', mutation: 'success', subscription: 'accent' } as const;

function ProcedureArticle({ procedure }: { procedure: DeclaredProcedure }) {
  const { path, type, summary, token, input } = procedure;
  const access = procedure.access === 'guest' ? 'anyone' : procedure.access;
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
        <Fact name={texts.input}>{input ? <Input schema={input} /> : texts.noInput}</Fact>
        <Fact name={texts.response}>
          {procedure.type === 'subscription' ? texts.stream : <TypeText type={typeText(procedure.output, 'output')} />}
        </Fact>
      </Facts>
    </article>
  );
}
