import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText } from './doc-text.tsx';
import { programs } from './documents.ts';
import { anchorOf, sectionAnchor } from './reference.ts';
import { developerTexts as texts } from './texts.ts';

const chapters = programs.map((chapter) => ({ ...chapter, id: anchorOf(chapter.heading) }));
/** The headings in the text of a document. */
const partsOf = ({ file, text }: (typeof chapters)[number]) =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => ({ id: sectionAnchor(file, heading), text: heading }));

/** The other ways to reach Noek: the documents about them. */
export const ProgramsScreen = () => (
  <DevelopersFrame
    heading={texts.pages.programs.heading}
    lead={texts.lead.programs}
    entries={chapters.map((chapter) => ({ id: chapter.id, text: chapter.heading, parts: partsOf(chapter) }))}
  >
    {chapters.map(({ id, file, heading, text }) => (
      <Chapter key={id} id={id} heading={heading}>
        <DocText text={text} file={file} />
      </Chapter>
    ))}
  </DevelopersFrame>
);
