import { createBuiltFolder } from './built-folder.ts';
import { createBuiltSite, isFailure } from './built-site.ts';
import { type Connection, serveConnection } from './rpc.ts';
import { createSession } from './session.ts';

/** A server for a built folder; undefined if the folder has no site of this version of docwright. */
export async function openServer(
  folder: string,
  version: string,
): Promise<((connection: Connection) => Promise<void>) | undefined> {
  const built = createBuiltSite(createBuiltFolder(folder));
  if (isFailure(await built.site())) return undefined;
  return (connection) => serveConnection(connection, createSession(built, version));
}
