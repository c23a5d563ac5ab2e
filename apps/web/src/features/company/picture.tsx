import { clsx } from 'clsx';

/** A picture of the product: `pictures/{name}-light.webp` and `-dark.webp`. Sizes in CSS pixels; the files have twice as many. */
export type ProductPicture = { name: string; width: number; height: number };

/** Starts the address of a file in `pictures/`. The build puts the address of its hashed copy there. */
export const pictureScheme = 'picture:';

const address = ({ name }: ProductPicture, theme: 'light' | 'dark') => `${pictureScheme}${name}-${theme}.webp`;

/**
 * A picture in both themes. The page shows the one of its theme; a lazy picture that is hidden is not loaded, and `loadPicturesEarly` loads
 * the shown ones before they come near. `phone`: another picture for narrow screens.
 */
export const Picture = (props: { picture: ProductPicture; phone?: ProductPicture; alt: string; className?: string }) =>
  (['light', 'dark'] as const).map((theme) => (
    <picture key={theme} className={theme === 'light' ? 'block dark:hidden' : 'hidden dark:block'}>
      {props.phone && (
        <source
          media="(max-width: 29.99rem)"
          srcSet={address(props.phone, theme)}
          width={props.phone.width}
          height={props.phone.height}
        />
      )}
      <img
        src={address(props.picture, theme)}
        alt={props.alt}
        width={props.picture.width}
        height={props.picture.height}
        loading="lazy"
        data-product-picture
        className={clsx('block h-auto w-full', props.className)}
      />
    </picture>
  ));
