import { ArrowLeft } from 'lucide-react';
import { Badge } from '../../../components/base/badge.tsx';
import { buttonClass } from '../../../components/base/button.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { ReleaseArticle } from './release-article.tsx';
import { releases } from './releases.ts';
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
