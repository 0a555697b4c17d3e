import type { ReactNode } from 'react';
import Frame, { type FrameProps } from './Frame.tsx';
import './Frame.css';

export interface VideoProps {
  /** A file, or the address of a video of YouTube or Vimeo. */
  readonly src?: string | undefined;
  /** The id of a video of YouTube, in place of `src`. */
  readonly id?: string | undefined;
  /** Names the video for screen readers. */
  readonly title?: string | undefined;
  /** Image that is shown before a file is played. */
  readonly poster?: string | undefined;
  /** As of a `Frame`. */
  readonly ratio?: FrameProps['ratio'];
  readonly caption?: ReactNode;
  /** `<track>` elements of a file. */
  readonly children?: ReactNode;
}

/** A video: a file of the site, or one of YouTube or Vimeo where `security.origins.frame` allows it. */
export default function Video(props: VideoProps): ReactNode {
  const { id = '', title, poster, ratio, caption, children } = props;
  const { src = /^https?:/.test(id) ? id : `https://youtu.be/${id}` } = props;
  const address = embedAddress(src);
  if (address !== undefined)
    return <Frame src={address} link={src} title={title} ratio={ratio} caption={caption} />;
  return (
    <figure className="frame">
      <video controls preload="metadata" src={src} poster={poster} aria-label={title}>
        {children}
      </video>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** The address of a page with the video: YouTube's sets no cookies before a video is played. */
function embedAddress(src: string): string | undefined {
  if (!/^https?:/i.test(src) || !URL.canParse(src)) return undefined;
  const url = new URL(src);
  const host = url.hostname.replace(/^(?:www|m|player)\./, '');
  if (host === 'vimeo.com') return vimeo(url) ?? src;
  if (host === 'youtu.be' || /^youtube(?:-nocookie)?\.com$/.test(host)) return youTube(url) ?? src;
  return /\.(?:mp4|m4v|mov|ogg|ogv|webm)$/i.test(url.pathname) ? undefined : src;
}

function youTube({ pathname, searchParams }: URL): string | undefined {
  const inPath = /^\/(?:(?:embed|shorts|live|v)\/)?([\w-]{6,})$/.exec(pathname)?.[1];
  const id = pathname === '/watch' ? searchParams.get('v') : inPath;
  if (id === undefined || id === null || !/^[\w-]+$/.test(id)) return undefined;
  const start = seconds(searchParams.get('start') ?? searchParams.get('t') ?? '');
  return `https://www.youtube-nocookie.com/embed/${id}${start === 0 ? '' : `?start=${start}`}`;
}

/** Reads `90`, `90s` and `1h1m30s`. */
function seconds(time: string): number {
  const [, hours = 0, minutes = 0, rest = 0] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

function vimeo({ pathname, searchParams }: URL): string | undefined {
  const [, id, secret] = /^\/(?:video\/)?(\d+)(?:\/(\w+))?$/.exec(pathname) ?? [];
  const hash = secret ?? searchParams.get('h');
  if (id === undefined) return undefined;
  return `https://player.vimeo.com/video/${id}?dnt=1${hash === null ? '' : `&h=${hash}`}`;
}
