import { ArrowLeft } from 'lucide-react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { buttonClass } from '../../../components/base/button.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { type Policy, policyDate } from './policy.ts';
import { policyTexts as texts } from './texts.ts';

const components: Components = {
  p: (props) => <p className="mt-3" {...only(props)} />,
  ul: (props) => <ul className="mt-3 grid list-disc gap-1.5 pl-5 marker:text-border-control" {...only(props)} />,
  strong: (props) => <strong className="font-semibold" {...only(props)} />,
  a: ({ href, children }) => (
    <a className="prose-link break-words" href={href}>
      {children}
    </a>
  ),
  table: (props) => <table className="mt-4 w-full border-collapse text-left text-base" {...only(props)} />,
  th: (props) => <th scope="col" className="border-border border-b py-2 pr-4 font-semibold text-sm" {...only(props)} />,
  td: (props) => <td className="border-border border-b py-2.5 pr-4 align-top" {...only(props)} />,
};

/** The attributes of an element, without the node of the Markdown tree. */
const only = <Props extends { node?: unknown }>({ node: _, ...rest }: Props) => rest;

const idOf = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** Addresses may contain marks of settings, whose characters Markdown would encode. */
const keepAddress = (url: string) => decodeURIComponent(url);

export const PolicyScreen = ({ policy }: { policy: Policy }) => (
  <SiteFrame>
    <article className="mx-auto max-w-180 px-5 pt-6 pb-16 md:px-8 md:pt-10 md:pb-24">
      <a className={buttonClass('ghost', 'sm', '-ml-3')} href="/policies">
        <ArrowLeft className="icon" aria-hidden />
        {texts.allPolicies}
      </a>
      <h1 className="mt-6 text-3xl md:text-[2.75rem] md:leading-13">{policy.name}</h1>
      <p className="mt-3 text-text-muted">
        <time dateTime={policyDate.iso}>{texts.lastUpdated}</time>
      </p>
      <p className="mt-8 rounded-card bg-surface px-5 py-4">
        <b className="font-semibold">{texts.summary}:</b> {policy.summary}
      </p>
      <nav aria-labelledby="contents-heading" className="mt-8">
        <h2 id="contents-heading" className="text-sm">
          {texts.contents}
        </h2>
        <ol className="mt-2 grid gap-x-8 sm:grid-cols-2">
          {policy.sections.map(({ heading }) => (
            <li key={heading}>
              <a
                className="inline-flex min-h-10 items-center text-base text-text-muted hover:text-text hover:underline"
                href={`#${idOf(heading)}`}
              >
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {policy.sections.map(({ heading, text }) => (
        <section key={heading} aria-labelledby={idOf(heading)} className="mt-10">
          <h2 id={idOf(heading)} className="scroll-mt-10 text-xl">
            {heading}
          </h2>
          <Markdown remarkPlugins={[remarkGfm]} components={components} urlTransform={keepAddress}>
            {text}
          </Markdown>
        </section>
      ))}
    </article>
  </SiteFrame>
);
