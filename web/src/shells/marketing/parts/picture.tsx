const SIZES = {
  workbench: { widths: [1200, 2000], width: 1440, height: 900 },
  usage: { widths: [900, 1600], width: 1080, height: 760 },
  trace: { widths: [600, 900], width: 450, height: 390 },
  chat: { widths: [400, 800], width: 400, height: 640 },
} as const;

export type PictureName = keyof typeof SIZES;

const sourceSet = (name: PictureName, scheme: string) =>
  SIZES[name].widths.map((width) => `asset:${name}-${scheme}-${width}.avif ${width}w`).join(', ');

/** A photograph of the product by day and by night; `phone` is shown instead on narrow screens. Made by `npm run pictures`. */
export function Picture(props: {
  name: PictureName;
  alt: string;
  sizes: string;
  phone?: PictureName;
  isFirst?: boolean;
  isWideOnly?: boolean;
}) {
  const { width, height, widths } = SIZES[props.name];
  const phone = props.phone && SIZES[props.phone];
  return (
    <picture {...(props.isWideOnly ? { className: 'wide-only' } : {})}>
      {props.phone && phone
        ? ['dark', 'light'].map((scheme) => (
            <source
              key={scheme}
              media={`(max-width: 40em)${scheme === 'dark' ? ' and (prefers-color-scheme: dark)' : ''}`}
              srcSet={sourceSet(props.phone!, scheme)}
              sizes="calc(100vw - 64px)"
              width={phone.width}
              height={phone.height}
            />
          ))
        : null}
      <source media="(prefers-color-scheme: dark)" srcSet={sourceSet(props.name, 'dark')} sizes={props.sizes} />
      <img
        src={`asset:${props.name}-light-${widths[0]}.avif`}
        srcSet={sourceSet(props.name, 'light')}
        sizes={props.sizes}
        width={width}
        height={height}
        alt={props.alt}
        {...(props.isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        decoding="async"
      />
    </picture>
  );
}
