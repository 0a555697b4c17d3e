import type { ReactNode } from 'react';

/** An imported image. */
interface ImageFile {
  readonly src: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface ImageProps {
  /** An address or an imported image. */
  readonly src?: string | ImageFile | undefined;
  /** In place of `src`: images for light and dark mode. */
  readonly sources?: { readonly light: string; readonly dark: string } | undefined;
  /** Default: empty, for a picture that adds nothing to the text. */
  readonly alt?: string | undefined;
  readonly title?: string | undefined;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly className?: string | undefined;
}

/** An image that is loaded when it comes into view. */
export default function Image({ src = '', sources, ...attributes }: ImageProps): ReactNode {
  if (sources === undefined) return <Picture {...attributes} src={src} />;
  return (
    <>
      <Picture {...attributes} src={sources.light} mode="light-only" />
      <Picture {...attributes} src={sources.dark} mode="dark-only" />
    </>
  );
}

interface PictureProps extends Omit<ImageProps, 'src' | 'sources'> {
  readonly src: string | ImageFile;
  readonly mode?: string;
}

function Picture({ src, alt = '', className, mode, ...attributes }: PictureProps): ReactNode {
  const file: ImageFile = typeof src === 'string' ? { src } : src;
  const { title, width = file.width, height = file.height } = attributes;
  const names = [className, mode].filter((name) => name !== undefined).join(' ');
  return (
    <img
      src={file.src}
      alt={alt}
      title={title}
      width={width}
      height={height}
      className={names === '' ? undefined : names}
      loading="lazy"
      decoding="async"
    />
  );
}
