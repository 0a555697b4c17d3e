import type { ReactNode } from 'react';
import Icon from './Icon.tsx';
import './LinkButton.css';

export interface LinkButtonProps {
  readonly href?: string | undefined;
  /** Default: `primary`. */
  readonly variant?: 'primary' | 'secondary' | 'minimal' | undefined;
  /** Name of an icon. */
  readonly icon?: string | undefined;
  /** Side of the icon. Default: `end`. */
  readonly iconPlacement?: 'start' | 'end' | undefined;
  readonly children?: ReactNode;
}

/** A link that looks like a button. */
export default function LinkButton(props: LinkButtonProps): ReactNode {
  const { href, variant = 'primary', icon, iconPlacement = 'end', children } = props;
  const drawn = icon === undefined ? undefined : <Icon name={icon} />;
  return (
    <a className={`button button-${variant}`} href={href}>
      {iconPlacement === 'start' && drawn}
      {children}
      {iconPlacement === 'end' && drawn}
    </a>
  );
}
