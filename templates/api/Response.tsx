/** @jsxImportSource docwright/html */
import type { Child } from 'docwright/html';

export interface ResponseProps {
  /** Of the titles. */
  readonly level: 4 | 6;
  /** A link to the page that explains an error. */
  readonly explanation: Child;
  readonly description: Child;
  /** Errors with the same body: their statuses, with what they do not share. */
  readonly statuses: Child;
  readonly headers: ResponseSection | undefined;
  readonly body: ResponseSection;
  /** Of an answer to a callback: those of other responses are in the column beside the text. */
  readonly examples: ResponseSection | undefined;
  readonly links: ResponseSection | undefined;
}

export interface ResponseSection {
  /** Empty if there is nothing else. */
  readonly title: string;
  readonly children: Child;
}

/** The content of the tab of a status, or of errors with the same body. */
export function Response(props: ResponseProps): Child {
  const { level, explanation, description, statuses, headers, body, examples, links } = props;
  const Title = `h${level}` as const;
  return (
    <>
      {explanation && <p>{explanation}</p>}
      {description}
      {statuses}
      {[headers, body, examples, links].map((section) => [
        section !== undefined && section.title !== '' && <Title>{section.title}</Title>,
        section?.children,
      ])}
    </>
  );
}
