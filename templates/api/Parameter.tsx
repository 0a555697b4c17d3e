/** @jsxImportSource docwright/html */
import type { Child, Html } from 'docwright/html';

export interface ParameterProps {
  readonly id: string;
  /** Address of the row itself. */
  readonly href: string;
  readonly name: string;
  /** The type, with links to the schemas that it names. */
  readonly type: Child;
  /** The word for it, if the parameter is required. */
  readonly required: string | undefined;
  /** Marks such as "deprecated". */
  readonly flags: Child;
  readonly description: Child;
  /** A link to external documentation of the schema, unless the description is the schema's, which ends with it. */
  readonly docs: Child;
  /** Limits, default, allowed values, examples, and the form in which it is sent. */
  readonly details: Child;
  /** The rows of an object, closed. */
  readonly children?: Child;
}

/** A row for a parameter, or for a header of a response. */
export function Parameter(props: ParameterProps): Html {
  const { id, href, name, type, required, flags, description, docs, details, children } = props;
  return (
    <li id={id}>
      <a href={href}>{name}</a> {type}
      {required !== undefined && [' ', <em>{required}</em>]}
      {flags}
      {description}
      {docs}
      {details}
      {children}
    </li>
  );
}
