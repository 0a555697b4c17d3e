/** @jsxImportSource docwright/html */
import {
  Operation as DefaultOperation,
  type OperationProps,
} from 'docwright/templates/api/Operation.tsx';

export function Operation(props: OperationProps) {
  const subject = encodeURIComponent(`Mistake in "${props.title}"`);
  return (
    <>
      <DefaultOperation {...props} />
      <p>
        <a href={`mailto:docs@example.com?subject=${subject}`}>Report a mistake on this page</a>
      </p>
    </>
  );
}
