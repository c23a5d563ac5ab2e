import type { AskOptions } from '../asking/provider.ts';
import type { Sees } from '../llm.ts';

const ranks: readonly Sees[] = ['yes', 'unknown', 'no'];

/**
 * The order in which providers are asked for one answer. With pictures, those that take them come before those that may, and the others
 * are asked without them. Otherwise it is their own order.
 */
export class AskingOrder<Link> {
  readonly #links: readonly Link[];
  readonly #withPictures: boolean;
  readonly #seesOf: (link: Link) => Sees;
  readonly #asked = new Set<Link>();
  readonly #passedOver = new Set<Link>();

  constructor(links: readonly Link[], withPictures: boolean, seesOf: (link: Link) => Sees) {
    this.#links = links;
    this.#withPictures = withPictures;
    this.#seesOf = seesOf;
  }

  /** The next one, and how it is given the pictures; undefined when all have been asked. */
  next(): { link: Link; pictures: AskOptions['pictures'] } | undefined {
    const left = this.#links.filter((link) => !this.#asked.has(link));
    const [link, later] = this.#withPictures ? left.toSorted((a, b) => this.#rankOf(a) - this.#rankOf(b)) : left;
    if (link === undefined) return undefined;
    this.#asked.add(link);
    return { link, pictures: this.#passedOver.has(link) ? 'leave-out' : this.#maySee(later) ? 'insist' : 'offer' };
  }

  /** It refused the pictures. It is asked again without them, after those that may take them. */
  passOver(link: Link): void {
    this.#asked.delete(link);
    this.#passedOver.add(link);
  }

  #rankOf(link: Link): number {
    return this.#passedOver.has(link) ? ranks.length : ranks.indexOf(this.#seesOf(link));
  }

  #maySee(link: Link | undefined): boolean {
    return this.#withPictures && link !== undefined && this.#rankOf(link) < ranks.indexOf('no');
  }
}
