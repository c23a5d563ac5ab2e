import { Code, FileUp, Image, Link2, type LucideIcon, RefreshCw, Shield, Users } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { Picture } from '../picture.tsx';
import { Section } from '../section.tsx';
import { companyTexts, currentRelease } from '../texts.ts';

const texts = companyTexts.meet;
const icons: readonly LucideIcon[] = [Code, Link2, RefreshCw, Shield];
const soon: readonly { icon: LucideIcon; text: string; isHere?: true }[] = [
  { icon: Image, text: texts.soon.images },
  { icon: FileUp, text: texts.soon.files, isHere: true },
  { icon: Users, text: texts.soon.community },
];
const released = texts.released(currentRelease.version, currentRelease.homeDate);

/** The assistant: its version, what is special about it, and what comes next. */
export const Meet = () => (
  <Section id="meet" heading={texts.heading} lead={texts.lead}>
    <div className="mb-12 overflow-hidden rounded-card border border-border-strong md:mb-16">
      <Picture
        picture={{ name: 'chat', width: 1280, height: 860 }}
        phone={{ name: 'chat-phone', width: 390, height: 640 }}
        alt={texts.pictures.chat.alt}
      />
    </div>
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div>
        <ul className="flex flex-wrap gap-2">
          {[texts.assistantVersion, released.version, released.date].map((fact) => (
            <li key={fact}>
              <Badge>{fact}</Badge>
            </li>
          ))}
        </ul>
        <h3 className="mt-9 text-[1.0625rem]">{texts.comingSoon}</h3>
        <ul className="mt-3 grid gap-2 text-text-muted">
          {soon.map(({ icon: Icon, text, isHere }) => (
            <li key={text} className="flex items-center gap-3">
              <Icon className="icon" aria-hidden />
              {text} {isHere && <Badge>{texts.hereNow}</Badge>}
            </li>
          ))}
        </ul>
      </div>
      <ul className="grid gap-7">
        {texts.features.map(({ title, text }, at) => {
          const Icon = icons[at] ?? Code;
          return (
            <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
              <Icon className="mt-1 size-5 text-accent-ink" aria-hidden />
              <div>
                <h3 className="text-[1.0625rem] tracking-[-0.012em]">{title}</h3>
                <p className="mt-0.5 text-base text-text-muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </div>
    <div className="mt-12 grid gap-x-8 gap-y-8 md:mt-16 md:grid-cols-2">
      {(['sources', 'memories'] as const).map((name) => (
        <figure key={name}>
          <div className="overflow-hidden rounded-card border border-border-strong">
            <Picture picture={{ name, width: 760, height: 520 }} alt={texts.pictures[name].alt} />
          </div>
          <figcaption className="mt-3 text-sm text-text-muted">{texts.pictures[name].text}</figcaption>
        </figure>
      ))}
    </div>
  </Section>
);
