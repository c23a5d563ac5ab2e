import {
  Archive,
  Bookmark,
  Columns2,
  FileText,
  FolderClosed,
  Globe,
  Import,
  KeyRound,
  Layers,
  type LucideIcon,
  ShieldCheck,
  Smile,
  SquareSlash,
} from 'lucide-react';
import { Section } from './section.tsx';
import { companyTexts } from './texts.ts';

const texts = companyTexts.features;
const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Layers, ...texts.providers },
  { icon: Globe, ...texts.search },
  { icon: Bookmark, ...texts.memory },
  { icon: FileText, ...texts.files },
  { icon: FolderClosed, ...texts.projects },
  { icon: SquareSlash, ...texts.prompts },
  { icon: Columns2, ...texts.compare },
  { icon: Archive, ...texts.archive },
  { icon: Import, ...texts.import },
  { icon: Smile, ...texts.fun },
  { icon: ShieldCheck, ...texts.security },
  { icon: KeyRound, ...texts.session },
];

/** What Noek can do. */
export const FeatureCards = () => (
  <Section id="features" heading={texts.heading} lead={texts.lead}>
    <ul className="grid gap-x-12 gap-y-7 md:grid-cols-2 md:gap-y-10 lg:grid-cols-3">
      {features.map(({ icon: Icon, title, text }) => (
        <li key={title}>
          <Icon className="size-5 text-accent-ink" aria-hidden />
          <h3 className="mt-3.5 text-[1.0625rem] tracking-[-0.012em]">{title}</h3>
          <p className="mt-1 text-base text-text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </Section>
);
