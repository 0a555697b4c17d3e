import type { ReactNode } from 'react';

/** An imported image. */
interface ImageFile {
  readonly src: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface ImageProps {
  /** An address or an imported image. */
  readonly src: string | ImageFile;
  /** Default: empty, for a picture that adds nothing to the text. */
  readonly alt?: string | undefined;
  readonly title?: string | undefined;
  readonly width?: number | string | undefined;
  readonly height?: number | string | undefined;
  readonly className?: string | undefined;
}

/** An image that is loaded when it comes into view. */
export default function Image({ src, alt = '', ...attributes }: ImageProps): ReactNode {
  const file: ImageFile = typeof src === 'string' ? { src } : src;
  const { title, width = file.width, height = file.height, className } = attributes;
  return (
    <img
      src={file.src}
      alt={alt}
      title={title}
      width={width}
      height={height}
      className={className}
      loading="lazy"
      decoding="async"
    />
  );
}
