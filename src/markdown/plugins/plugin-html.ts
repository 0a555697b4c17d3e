import type { Span } from '../../content/source-text.ts';
import { refusedParts } from '../../html/scan-page.ts';
import { isBalanced } from '../html/arrange-html.ts';
import { type ParseSession, report, withoutStyles } from '../parse-session.ts';
import {
  hintForPlugin,
  nameOf,
  type PluginPoint,
  type PluginResult,
  wrongResult,
} from './call-plugin.ts';

/** Moves the styles of a plug-in's HTML. Reports an error, and parts that the policy blocks; undefined without HTML. */
export function htmlOfPlugin(
  session: ParseSession,
  { span, ...point }: PluginPoint & { readonly span: Span },
  result: PluginResult<unknown>,
): string | undefined {
  if (!result.ok || typeof result.value !== 'string') {
    const message = result.ok
      ? wrongResult(point, result.value, 'HTML or a component')
      : result.message;
    report(session, 'plugin-error', { span, message, hint: hintForPlugin(message) });
    return undefined;
  }
  if (!isBalanced(result.value)) {
    report(session, 'plugin-error', {
      span,
      message: `${nameOf(point)} returns HTML that changes the elements around it`,
      hint: 'close every element, and no other',
    });
    return undefined;
  }
  const html = withoutStyles(session, result.value.replaceAll('\0', '\ufffd'), span);
  reportRefused(session, html, { span, ...point });
  return html;
}

/** Reports the parts of a plug-in's HTML that the content security policy blocks. */
export function reportRefused(
  session: ParseSession,
  html: string,
  { span, ...point }: PluginPoint & { readonly span: Span },
): void {
  for (const what of refusedParts(html))
    report(session, 'content-policy', {
      span,
      message: `${what} of ${nameOf(point)} is blocked by the content security policy`,
      hint: 'use classes, and `head` for scripts',
    });
}
