import { keyOf, type Operation } from '@noek/contract/calls/operation';
import { operations, operationsByFeature } from '@noek/contract/calls/operations';
import { CallArticle } from './call-article.tsx';
import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText, InlineText } from './doc-text.tsx';
import { apiSection } from './documents.ts';
import { Fields } from './fields.tsx';
import { anchorOf, shapeAnchor, shapes } from './reference.ts';
import { featureTitles, developerTexts as texts } from './texts.ts';

const areas = Object.entries<Record<string, Operation>>(operationsByFeature).map(([feature, calls]) => ({
  title: featureTitles[feature as keyof typeof featureTitles],
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
