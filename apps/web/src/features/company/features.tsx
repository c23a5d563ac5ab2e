import { Layers, type LucideIcon, MessagesSquare, PlugZap, SunMoon, Table2, UserRound } from 'lucide-react';
import { companyTexts } from './texts.ts';

const texts = companyTexts.features;
const features: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: UserRound, ...texts.guests },
  { icon: Layers, ...texts.providers },
  { icon: PlugZap, ...texts.resume },
  { icon: Table2, ...texts.formatting },
  { icon: MessagesSquare, ...texts.history },
  { icon: SunMoon, ...texts.themes },
];

export function Features() {
  return (
    <section id="features" aria-labelledby="features-heading" className="border-border border-t py-14 md:py-22">
      <div className="mx-auto max-w-site px-5 md:px-8">
        <header className="mb-8 max-w-160 md:mb-11">
          <h2 id="features-heading" className="text-[1.75rem] leading-8.5 tracking-[-0.028em] md:text-3xl">
            {texts.heading}
          </h2>
          <p className="mt-3 text-[1.0625rem] text-text-muted leading-6.75">{texts.lead}</p>
        </header>
        <ul className="grid gap-x-12 gap-y-7 md:grid-cols-2 md:gap-y-10 lg:grid-cols-3">
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon className="size-5 text-accent-ink" aria-hidden />
              <h3 className="mt-3.5 text-[1.0625rem] tracking-[-0.012em]">{title}</h3>
              <p className="mt-1 text-base text-text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
