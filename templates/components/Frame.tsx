import { usePageServices } from 'docwright/components';
import type { ReactNode } from 'react';
import './Frame.css';

export interface FrameProps {
  /** Address of a page of an origin in `security.origins.frame`. */
  readonly src?: string | undefined;
  /** Names the frame for screen readers. */
  readonly title?: string | undefined;
  /** Width to height. Default: `16:9`. */
  readonly ratio?: '16:9' | '4:3' | '1:1' | '21:9' | '9:16' | undefined;
  /** Height in CSS pixels, instead of a ratio. */
  readonly height?: number | string | undefined;
  readonly caption?: ReactNode;
  /** Address for readers where the frame is not allowed. Default: `src`. */
  readonly link?: string | undefined;
  /** An image or other content in a border, instead of `src`. */
  readonly children?: ReactNode;
}

/** A page of another site in this page, or content in a border. */
export default function Frame(props: FrameProps): ReactNode {
  const { src, caption, children } = props;
  return (
    <figure className="frame">
      {src === undefined ? (
        <div className="frame-content">{children}</div>
      ) : (
        <Embedded {...props} src={src} />
      )}
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** The page may do anything but navigate this one; it is of another origin. */
const SANDBOX =
  'allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts';

function Embedded(props: FrameProps & { readonly src: string }): ReactNode {
  const { src, title, ratio = '16:9', height, link = src } = props;
  const { allowsFrame, warn } = usePageServices();
  if (!allowsFrame(src)) {
    return (
      <p>
        <a href={link}>{title ?? link}</a>
      </p>
    );
  }
  if (title === undefined) warn('a frame has no title', 'add title="…" for screen readers');
  return (
    <iframe
      src={src}
      title={title ?? (URL.canParse(src) ? new URL(src).hostname : src)}
      className={height === undefined ? `frame-${ratio.replace(':', '-')}` : undefined}
      height={height}
      loading="lazy"
      sandbox={SANDBOX}
      referrerPolicy="strict-origin-when-cross-origin"
      allow="clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
    />
  );
}
