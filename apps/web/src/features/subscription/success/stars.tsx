import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';

const count = 50;
/** How long the stars are shown, in milliseconds. */
const shownMs = 3_000;

const reducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A number from 0 to 1 that is spread evenly over the stars, the same at each visit. */
const spread = (star: number, step: number) => (star * step) % 1;

/** Stars that fly for 3 seconds; none if the person prefers less motion. */
export function Stars() {
  const [shown, setShown] = useState(() => !reducedMotion());
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  if (!shown) return null;
  return (
    <div aria-hidden className="pointer-events-none fixed inset-0 overflow-hidden">
      {Array.from({ length: count }, (_, star) => (
        <Star
          // biome-ignore lint/suspicious/noArrayIndexKey: the stars never change places
          key={star}
          aria-hidden
          className="star absolute animate-star fill-current text-fun-from"
          style={{
            left: `${spread(star + 1, 0.618) * 100}%`,
            top: `${spread(star + 1, 0.371) * 100}%`,
            width: `${0.5 + spread(star + 1, 0.271) * 0.75}rem`,
            animationDelay: `${spread(star + 1, 0.733) * 1.2}s`,
          }}
        />
      ))}
    </div>
  );
}
