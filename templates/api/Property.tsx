/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface PropertyProps {
  readonly id: string;
  /** Address of the row itself. */
  readonly href: string;
  /** The name; words such as "each item" for a part without one. */
  readonly name: string;
  readonly isNamed: boolean;
  /** Pattern or name that the words describe. */
  readonly about?: string | undefined;
  /** The type, with links to the schemas that it names. */
  readonly type: Child;
  /** The word for it, if the property is required. */
  readonly required: string | undefined;
  /** Marks such as "read-only" and "deprecated". */
  readonly flags: Child;
  readonly description: Child;
  /** Limits, default, allowed values and examples. */
  readonly details: Child;
  /** The rows of an object, closed. */
  readonly children?: Child;
}

/** A row of a schema. Large references have hundreds of thousands of them: it decides about the time of a build. */
export function Property(props: PropertyProps): Html {
  const { id, href, name, isNamed, about, type, required, flags, description, details } = props;
  return (
    <li id={id}>
      <a class={isNamed ? undefined : 'prop-part'} href={href}>
        {name}
        {about !== undefined && [' ', <code>{about}</code>]}
      </a>{' '}
      {type}
      {required !== undefined && [' ', <em>{required}</em>]}
      {flags}
      {description}
      {details}
      {props.children}
    </li>
  );
}
