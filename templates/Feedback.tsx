import { Link, useMessages, usePage, useSite } from 'docwright/theme';
import type { ReactNode } from 'react';

/**
 * Asks below a doc whether it helped: a plain form to the address in `feedback`, which gets `page` and `helpful`, or a link
 * to an address with `{title}` and `{url}`, such as a new issue. Nothing without that setting.
 */
export function Feedback(): ReactNode {
  const { feedback } = useSite();
  const { title, href } = usePage();
  const messages = useMessages();
  if (feedback === undefined) return null;
  if (/\{(?:title|url)\}/.test(feedback))
    return (
      <p className="feedback">
        <Link
          href={feedback
            .replaceAll('{title}', encodeURIComponent(title))
            .replaceAll('{url}', encodeURIComponent(href))}
        >
          {messages.feedbackLink}
        </Link>
      </p>
    );
  return (
    <form className="feedback" method="post" action={feedback}>
      <fieldset>
        <legend>{messages.feedbackQuestion}</legend>
        <input type="hidden" name="page" value={href} />
        <button className="feedback-answer" name="helpful" value="yes">
          {messages.feedbackYes}
        </button>
        <button className="feedback-answer" name="helpful" value="no">
          {messages.feedbackNo}
        </button>
      </fieldset>
    </form>
  );
}
