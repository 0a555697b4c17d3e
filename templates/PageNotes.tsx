import { usePage, useTexts } from 'docwright/theme';
import type { ReactNode } from 'react';
import { VersionBanner } from './VersionBanner.tsx';

/** What readers are told before the article: of its version, and that it is not in their language. */
export function PageNotes(): ReactNode {
  const { version, untranslated } = usePage();
  const texts = useTexts();
  return (
    <>
      {version?.banner !== undefined && <VersionBanner version={version} banner={version.banner} />}
      {untranslated !== undefined && (
        <p className="page-note" role="note">
          {texts.untranslated}
        </p>
      )}
    </>
  );
}
