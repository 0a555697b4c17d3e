import { findIcon, iconHint, usePageServices } from 'docwright/components';
import type { ReactNode } from 'react';
import './Icon.css';

export interface IconProps {
  /** A name of the list in the manual, or a text such as an emoji, which is shown as it is. */
  readonly name: string;
  /** Names the icon for screen readers, which do not notice it otherwise. */
  readonly label?: string | undefined;
  /** Width and height: a number of pixels, or a length such as `1.5rem`. Default: the size of the text. */
  readonly size?: number | string | undefined;
  /** A color's name or hexadecimal digits. Default: the color of the text. */
  readonly color?: string | undefined;
}

/** A small picture in the color of the text. */
export default function Icon({ name, label, size, color }: IconProps): ReactNode {
  const { warn } = usePageServices();
  const spoken = { role: label === undefined ? undefined : 'img', 'aria-label': label };
  const hidden = label === undefined ? true : undefined;
  if (/[^\w:./ -]/.test(name)) {
    return (
      <span className="icon-text" {...spoken} aria-hidden={hidden}>
        {name}
      </span>
    );
  }
  const path = findIcon(name);
  if (path === undefined) {
    warn(`there is no icon "${name}"`, iconHint(name));
    return null;
  }
  const length = /^\d+(?:\.\d+)?(?:px|em|rem)?$/.test(String(size)) ? size : '1em';
  return (
    <svg
      className="svg-icon"
      viewBox="0 0 24 24"
      width={length}
      height={length}
      color={/^(?:#[\da-f]{3,8}|[a-z]+)$/i.test(color ?? '') ? color : undefined}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...spoken}
      aria-hidden={hidden}
    >
      <path d={path} />
    </svg>
  );
}
