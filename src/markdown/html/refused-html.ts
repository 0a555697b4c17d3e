/** Advice for HTML that the content security policy blocks; undefined for other HTML. */
export function hintForRefused(what: string): string | undefined {
  if (/<style>|attribute style\b/.test(what))
    return 'use a class and a rule in templates/styles.css';
  if (what.includes('<iframe>'))
    return 'write ::Frame{src="https://…" title="…"}, and add its origin to `security.origins.frame`';
  if (/<script>|attribute on/.test(what))
    return "write a component with 'use client', or name the script in `head` of the configuration";
  return undefined;
}
