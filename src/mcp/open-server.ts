import { createBuiltFolder } from './built-folder.ts';
import { createBuiltSite, isFailure } from './built-site.ts';
import { type Connection, createSession, serveConnection } from './session.ts';

/** A server for a built folder; undefined if the folder has no site of this version of docwright. */
export async function openServer(folder: string, version: string) {
  const files = createBuiltFolder(folder);
  const built = createBuiltSite(files);
  if (isFailure(await built.site())) return undefined;
  return {
    files,
    serve: (connection: Connection) => serveConnection(connection, createSession(built, version)),
  };
}
