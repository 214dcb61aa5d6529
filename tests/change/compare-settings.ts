import { type Finding, type IsExplained, listNames, needsLine } from './finding.ts'
import type { Settings } from './snapshot.ts'

/** An upgrade is done with the settings of the release before. */
export function compareSettings(older: Settings, newer: Settings, isExplained: IsExplained): Finding[] {
  const added = newer.variables.filter((name) => !older.variables.includes(name))
  const removed = older.variables.filter((name) => !newer.variables.includes(name))
  const changed = older.variables.filter(
    (name) =>
      name in older.defaults && name in newer.defaults && older.defaults[name] !== newer.defaults[name],
  )
  return [
    ...(added.length > 0
      ? [setting(`New: ${listNames(added)}.`, { needs: 'nothing: a process runs without' }, 'minor')]
      : []),
    ...removed.map((name) =>
      setting(`The variable \`${name}\` is no longer read.`, needsLine(name, isExplained), 'breaking'),
    ),
    ...changed.map((name) =>
      setting(
        `The default of \`${name}\` is ${newer.defaults[name]}; it was ${older.defaults[name]}.`,
        needsLine(name, isExplained),
        'minor',
      ),
    ),
    ...findNeeded(older.neededBy, newer.neededBy, isExplained),
    ...findNeeded(older.neededByCompose, newer.neededByCompose, isExplained),
  ]
}

/** What programs and files that exist cannot run without any longer. A new one breaks no installation. */
function findNeeded(
  older: Record<string, string[]>,
  newer: Record<string, string[]>,
  isExplained: IsExplained,
): Finding[] {
  return Object.entries(newer).flatMap(([place, names]) =>
    names
      .filter((name) => older[place]?.includes(name) === false)
      .map((name) =>
        setting(`${place} cannot run without \`${name}\`.`, needsLine(name, isExplained), 'breaking'),
      ),
  )
}

function setting(
  change: string,
  needs: Pick<Finding, 'needs' | 'missing'>,
  level: Finding['level'],
): Finding {
  return { area: 'settings', change, ...needs, level }
}
