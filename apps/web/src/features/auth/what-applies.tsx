import { usePublicConfig } from '../../api/base/public-config.ts';
import { authTexts } from './texts.ts';

const texts = authTexts.signUp;

/** The policies that apply to every account, with their paths on the company site. */
const policyLinks = [
  { path: '/policies/terms-of-service', name: 'Terms of Service' },
  { path: '/policies/privacy-policy', name: 'Privacy Policy' },
  { path: '/policies/ai-usage-policy', name: 'AI Usage Policy' },
] as const;

/** What a person who signs up accepts, and which switches of the new account are on. */
export function WhatApplies() {
  const { origins } = usePublicConfig();
  return (
    <div className="mt-4 grid gap-1.5 text-sm text-text-muted">
      <p>
        {texts.accepts}{' '}
        {policyLinks.map(({ path, name }, at) => (
          <span key={path}>
            {at > 0 && (at === policyLinks.length - 1 ? ' and ' : ', ')}
            <a className="prose-link" href={`${origins.company}${path}`} target="_blank" rel="noreferrer">
              {name}
            </a>
          </span>
        ))}
        .
      </p>
      <p>{texts.onAtFirst}</p>
    </div>
  );
}
