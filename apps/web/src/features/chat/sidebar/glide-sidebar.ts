import { flushSync } from 'react-dom';
import { wantsStillness } from '../../../components/page/motion.ts';
import './glide-sidebar.css';

/** Makes a change of the sidebar's width, with the sidebar and the page beside it gliding to their places. */
export function glideSidebar(change: () => void): void {
  // Browsers without view transitions show the new places immediately.
  if (!('startViewTransition' in document) || wantsStillness()) {
    change();
    return;
  }
  const { dataset } = document.documentElement;
  dataset.glide = 'sidebar';
  const { ready, finished } = document.startViewTransition(() => flushSync(change));
  // A hidden page and the next transition skip this one, which rejects `ready`. The change is made in any case.
  ready.catch(() => {});
  void finished.finally(() => delete dataset.glide);
}
