import { useMessages, usePage } from 'docwright/theme';
import type { ReactNode } from 'react';
import { VersionBanner } from './VersionBanner.tsx';

/** Notices above the article: that its version is old or not released yet (`VersionBanner`), and that it is not translated. */
export function PageNotes(): ReactNode {
  const { version, untranslated } = usePage();
  const messages = useMessages();
  return (
    <>
      {version?.banner !== undefined && <VersionBanner version={version} banner={version.banner} />}
      {untranslated !== undefined && (
        <p className="page-note" role="note">
          {messages.untranslated}
        </p>
      )}
    </>
  );
}
