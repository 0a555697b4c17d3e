import { fillMessage, useMessages, usePage } from 'docwright/theme';
import { Fragment, type ReactNode } from 'react';
import { VersionBanner } from './VersionBanner.tsx';

/**
 * Notices above the article: that its version is old or not released yet (`VersionBanner`), that it is not translated, and
 * which sections of the original have changed since it was translated.
 */
export function PageNotes(): ReactNode {
  const { version, untranslated, outdated } = usePage();
  const messages = useMessages();
  const [before, after] = messages.outdated.split('{sections}');
  return (
    <>
      {version?.banner !== undefined && <VersionBanner version={version} banner={version.banner} />}
      {untranslated !== undefined && (
        <p className="page-note" role="note">
          {messages.untranslated}
        </p>
      )}
      {outdated !== undefined && (
        <p className="page-note" role="note">
          {fillMessage(before ?? '', { date: outdated.text })}
          {outdated.sections.map(({ id, title }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <a href={`#${id}`}>{title}</a>
            </Fragment>
          ))}
          {after}
        </p>
      )}
    </>
  );
}
