import { itemAt } from '../../shared/item-at.ts';
import { didYouMean } from '../check-shape.ts';
import type { ConfigPath } from '../config-path.ts';
import { checkFormat } from '../formats/formats.ts';
import { type Problem, valueProblem } from '../problem.ts';
import { isRecord, listAt, stringAt, valueAt } from '../read.ts';
import { CURRENT, frozenVersions, versionsFolder } from '../versions.ts';
import type { SitePlace } from './folders.ts';
import { docsIds } from './site-checks.ts';

/** Settings of versions name `current` or a folder of frozen docs. */
export function checkVersions(config: unknown, place: SitePlace): Problem[] {
  const ids = docsIds(config);
  return listAt(config, 'docs').flatMap((set, index) => {
    const folder = versionsFolder(index, itemAt(ids, index));
    const known = [CURRENT, ...frozenVersions(place, folder)];
    const unknown = (name: string, path: ConfigPath): Problem[] =>
      known.includes(name) || checkFormat('id', name) !== undefined
        ? []
        : [
            valueProblem(
              path,
              `names the version "${name}", but there is no folder "${folder}/${name}"`,
              didYouMean(name, known) ?? `versions: ${known.join(', ')}`,
            ),
          ];
    const settings = valueAt(set, 'versions');
    const names = isRecord(settings) ? Object.keys(settings) : [];
    const last = stringAt(set, 'lastVersion');
    return [
      ...names.flatMap((name) => unknown(name, ['docs', index, 'versions', name])),
      ...(last === undefined ? [] : unknown(last, ['docs', index, 'lastVersion'])),
    ];
  });
}
