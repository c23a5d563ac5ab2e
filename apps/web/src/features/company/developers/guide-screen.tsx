import { Chapter, DevelopersFrame } from './developers-frame.tsx';
import { DocText } from './doc-text.tsx';
import { apiSection, guide } from './documents.ts';
import { anchorOf } from './reference.ts';
import { developerTexts as texts } from './texts.ts';

const rules = ['Personal API tokens', 'Rules for every call', 'Errors', 'Event streams'].map(apiSection);
const chapters = [...guide, ...rules].map((chapter) => ({ ...chapter, id: anchorOf(chapter.heading) }));

/** How to call Noek: the guide, and the rules for every call. */
export const GuideScreen = () => (
  <DevelopersFrame
    heading={texts.pages.guide.heading}
    lead={texts.lead.guide}
    entries={chapters.map(({ id, heading }) => ({ id, text: heading }))}
  >
    {chapters.map(({ id, heading, text }) => (
      <Chapter key={id} id={id} heading={heading}>
        <DocText text={text} />
      </Chapter>
    ))}
  </DevelopersFrame>
);
