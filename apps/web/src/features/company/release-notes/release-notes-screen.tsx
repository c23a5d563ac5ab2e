import {
  ArrowLeft,
  CirclePlus,
  type LucideIcon,
  RefreshCw,
  Shield,
  Sparkles,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { type ChangeGroup, changeGroups, type ReleaseNote, type ReleaseType, releases } from './releases.ts';
import { releaseTexts as texts } from './texts.ts';

const footerLinks = [
  { href: '/', text: texts.footer.home },
  { href: '/policies/privacy-policy', text: texts.footer.privacy },
];

export const ReleaseNotesScreen = () => (
  <SiteFrame footerLinks={footerLinks}>
    <div className="mx-auto max-w-200 px-5 pt-6 pb-16 md:px-8 md:pt-10 md:pb-24">
      <a className={buttonClass('ghost', 'sm', '-ml-3')} href="/">
        <ArrowLeft className="icon" aria-hidden />
        {texts.backHome}
      </a>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl md:text-[2.75rem] md:leading-13">{texts.heading}</h1>
        <Badge tone="warning">{texts.betaVersion}</Badge>
      </div>
      <p className="mt-3 text-[1.0625rem] text-text-muted">{texts.lead}</p>
      <div className="mt-10 md:mt-14">
        {releases.map((release, at) => (
          <ReleaseArticle key={release.version} release={release} latest={at === 0} />
        ))}
      </div>
    </div>
  </SiteFrame>
);

/** Red, blue and green. */
const tones = { major: 'danger', minor: 'info', patch: 'success' } as const satisfies Record<ReleaseType, string>;
const edges: Record<ReleaseType, string> = { major: '', minor: '', patch: 'border-success-edge' };

const icons: Record<ChangeGroup, { icon: LucideIcon; colour: string }> = {
  added: { icon: CirclePlus, colour: 'text-success-ink' },
  fixed: { icon: Wrench, colour: 'text-info-ink' },
  changed: { icon: RefreshCw, colour: 'text-accent-ink' },
  security: { icon: Shield, colour: 'text-danger-ink' },
  deprecated: { icon: TriangleAlert, colour: 'text-warning-ink' },
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** One version. It fades in when it comes into view: see `revealOnSight`. */
function ReleaseArticle({ release, latest }: { release: ReleaseNote; latest: boolean }) {
  const { version, type, date, highlights, changes } = release;
  const id = version.toLowerCase().replaceAll(/[. ]/g, '-');
  return (
    <article
      id={id}
      aria-labelledby={`${id}-heading`}
      data-reveal
      className="scroll-mt-6 border-border border-t py-9 transition-[opacity,transform] duration-(--duration-slow) ease-out data-unseen:translate-y-2 data-unseen:opacity-0 print:translate-y-0! print:opacity-100! md:py-11"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={`${id}-heading`} className="mr-1 text-xl md:text-2xl">
          {version}
        </h2>
        {latest && <Badge tone="accent">{texts.latest}</Badge>}
        <Badge tone={tones[type]} className={edges[type]}>
          {texts.types[type]}
        </Badge>
        <Badge>{texts.beta}</Badge>
        <time dateTime={date} className="text-text-muted text-sm sm:ml-auto">
          {day.format(new Date(date))}
        </time>
      </div>
      {highlights && (
        <div className="mt-5 rounded-card bg-surface px-5 py-4">
          <h3 className="flex items-center gap-2 text-sm">
            <Sparkles className="icon text-accent-ink" aria-hidden />
            {texts.highlights}
          </h3>
          <ul className="mt-2 grid gap-1">
            {highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        </div>
      )}
      {changeGroups.map((group) => {
        const list = changes[group];
        if (!list) return null;
        const { icon: Icon, colour } = icons[group];
        return (
          <section key={group} className="mt-6">
            <h3 className="flex items-center gap-2 text-base">
              <Icon className={`icon ${colour}`} aria-hidden />
              {texts.groups[group]}
            </h3>
            <ul className="mt-2 grid list-disc gap-1.5 pl-11 text-text-muted marker:text-border-control">
              {list.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </article>
  );
}
