import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDisk, workPaths } from '../../../src/publish/disk.ts';
import { readJournal, type Step, sealJournal } from '../../../src/publish/journal.ts';
import { recover } from '../../../src/publish/recover.ts';

import { readFiles, tempFolder, writeFiles } from './output-folder.ts';

describe('journal', () => {
  it('is read back as it was sealed', () => {
    const work = workPaths(tempFolder());
    nodeDisk.makeFolder(work.folder);
    const steps: readonly Step[] = [
      { do: 'move', from: '0', to: '.docwright-manifest.json' },
      { do: 'move', from: '1', to: 'docs/a.html' },
      { do: 'delete', path: 'docs/b.html', alias: 'docs/B.html' },
      { do: 'delete', path: 'docs/c.html' },
      { do: 'prune', path: 'docs' },
    ];
    expect(readJournal(nodeDisk, work)).toBeUndefined();
    sealJournal(nodeDisk, work, steps);
    expect(readJournal(nodeDisk, work)).toEqual(steps);
  });

  it.each([
    '',
    '{"schemaVersion":1,"steps":[{"do":"move","from":"0","to":"a"}',
    '{"schemaVersion":2,"steps":[]}',
    '{"schemaVersion":1,"steps":{}}',
    '{"schemaVersion":1,"steps":[null]}',
    '{"schemaVersion":1,"steps":[{"do":"burn","path":"a"}]}',
    '{"schemaVersion":1,"steps":[{"do":"delete","path":"../victim.txt"}]}',
    '{"schemaVersion":1,"steps":[{"do":"delete","path":"a","alias":"../victim.txt"}]}',
    '{"schemaVersion":1,"steps":[{"do":"move","from":"../../../victim.txt","to":"a"}]}',
    '{"schemaVersion":1,"steps":[{"do":"move","from":"0","to":"../victim.txt"}]}',
    '{"schemaVersion":1,"steps":[{"do":"prune"}]}',
  ])('is not trusted when it reads %s', async (text) => {
    const folder = tempFolder();
    writeFiles(folder, {
      'victim.txt': 'alive',
      'build/a': 'old',
      'build/.docwright/journal.json': text,
      'build/.docwright/staging/0': 'new',
    });
    expect(await recover(join(folder, 'build'))).toEqual([]);
    expect(readFiles(folder)).toEqual({ 'victim.txt': 'alive', 'build/a': 'old' });
  });

  it('does nothing where no work folder is', async () => {
    const folder = tempFolder();
    expect(await recover(join(folder, 'build'))).toEqual([]);
    expect(readFiles(folder)).toEqual({});
  });

  it('is not carried out through a link that took the place of a folder', async () => {
    const folder = tempFolder();
    writeFiles(folder, {
      'victim/a.html': 'alive',
      'build/.docwright/journal.json': JSON.stringify({
        schemaVersion: 1,
        steps: [{ do: 'move', from: '0', to: 'docs/a.html' }],
      }),
      'build/.docwright/staging/0': 'new',
    });
    symlinkSync('../victim', join(folder, 'build/docs'));
    const diagnostics = await recover(join(folder, 'build'));
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(['output-unfinished']);
    expect(readFiles(folder)).toMatchObject({ 'victim/a.html': 'alive' });
  });
});
