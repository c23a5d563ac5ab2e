import { FeatureCards } from '../feature-cards.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { Hero } from './hero.tsx';
import { Meet } from './meet.tsx';
import { Plans } from './plans.tsx';
import { Support } from './support.tsx';

/** The home page of the company site. */
export const HomeScreen = () => (
  <SiteFrame>
    <Hero />
    <FeatureCards />
    <Meet />
    <Plans />
    <Support />
  </SiteFrame>
);
