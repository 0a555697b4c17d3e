import {
  fillMessage,
  Link,
  type PageVersion,
  useMessages,
  useVersionEntries,
} from 'docwright/theme';
import type { ReactNode } from 'react';

export interface VersionBannerProps {
  readonly version: PageVersion;
  readonly banner: NonNullable<PageVersion['banner']>;
}

/**
 * Notifies readers of an old or unreleased version, with a link to the same doc in the latest version. Following the link
 * makes that version the preferred one, as in `VersionItems`.
 */
export function VersionBanner({ version, banner }: VersionBannerProps): ReactNode {
  const messages = useMessages();
  const { shown, latest } = useVersionEntries(version.setId);
  const sentence =
    banner === 'unreleased' ? messages.unreleasedVersion : messages.unmaintainedVersion;
  return (
    <p className="page-note" role="note">
      {fillMessage(sentence, { version: shown.label })}{' '}
      {latest.name !== version.name && (
        <Link
          href={latest.href}
          data-keep-address
          data-docs-set={version.setId}
          data-version={latest.name}
        >
          {fillMessage(messages.latestVersion, { version: latest.label })}
        </Link>
      )}
    </p>
  );
}
