import { type Finding, type IsExplained, needsAll, needsLine } from './finding.ts'

/** The text of each migration by its name, `0053_name`. */
export type Migrations = ReadonlyMap<string, string>

const nothing = { needs: 'nothing: it runs before the processes are replaced' }

/** Released migrations never change, new ones come after them, and the release before goes on with their tables. */
export function compareMigrations(older: Migrations, newer: Migrations, isExplained: IsExplained): Finding[] {
  const last = [...older.keys()].sort().at(-1) ?? ''
  const released = [...older].flatMap(([name, sql]) => compareReleased(name, sql, newer))
  const isRenamed = (name: string) =>
    [...older].some(([old, sql]) => !newer.has(old) && sql === newer.get(name))
  const added = [...newer.keys()].filter((name) => !older.has(name) && !isRenamed(name)).sort()
  return [...released, ...added.flatMap((name) => describeNew(name, newer, last, isExplained))]
}

function compareReleased(name: string, sql: string, newer: Migrations): Finding[] {
  const now = newer.get(name)
  if (now === sql) return []
  const isGone = now === undefined
  const successor = isGone && [...newer].find(([, text]) => text === sql)?.[0]
  const change = successor
    ? `The released migration ${name} is called ${successor} now.`
    : `The released migration ${name} was ${isGone ? 'removed' : 'edited'}.`
  const missing = isGone
    ? `give ${name} back: databases that ran it refuse the others`
    : `put ${name} back as it was, and write a migration that changes what it made: databases that ran it do not run it again`
  return [migration(change, { needs: 'its old name and text', missing }, 'breaking')]
}

function describeNew(name: string, all: Migrations, last: string, isExplained: IsExplained): Finding[] {
  const number = name.slice(0, 4)
  const twin = [...all.keys()].find((other) => other !== name && other.startsWith(number))
  if (twin) {
    const needs = {
      needs: 'a number of its own',
      missing: `give ${name} a number that ${twin} does not have`,
    }
    return [migration(`The migrations ${name} and ${twin} have one number.`, needs, 'minor')]
  }
  if (name < last) {
    const missing = `renumber ${name}: databases that ran ${last} refuse it`
    const change = `The new migration ${name} is before the released ${last}.`
    return [migration(change, { needs: `a number above ${last.slice(0, 4)}`, missing }, 'minor')]
  }
  const hazards = findHazards(all.get(name) ?? '')
  if (hazards.length === 0) return [migration(`Migration ${name} is new.`, nothing, 'minor')]
  const change = `Migration ${name} is new, and the release before may not go on beside it: ${hazards.join('; ')}.`
  return [migration(change, needsAll(nothing, needsLine(`migration ${number}`, isExplained)), 'minor')]
}

/** Statements after which code of the release before can fail. Only a look at the code says whether it does. */
const hazards: readonly [pattern: RegExp, table: number][] = [
  [/\bdrop (?:table|view|materialized view)(?: if exists)? ([\w.]+)/g, 1],
  [/\bdrop (?:function|procedure|type|schema)(?: if exists)? ([\w.]+)/g, 1],
  [/\balter table(?: only)? ([\w.]+)[^;]*?\b(?:drop column|rename)\b/g, 1],
  [/\balter table(?: only)? ([\w.]+)[^;]*?\b(?:set not null|drop default|type \w+)\b/g, 1],
  [
    /\balter table(?: only)? ([\w.]+)[^;]*?\badd column(?: if not exists)? \w+ (?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot null\b/g,
    1,
  ],
  [/\balter (?:type|function|view|schema) ([\w.]+)[^;]*?\brename\b/g, 1],
  [/\btruncate (?:table )?([\w.]+)/g, 1],
]

/** @returns the beginnings of the statements, in the order of the list above; nothing about tables that the migration itself makes */
function findHazards(sql: string): string[] {
  const text = withoutComments(sql).replaceAll(/\s+/g, ' ').toLowerCase()
  const made = new Set(
    Array.from(
      text.matchAll(/\bcreate (?:or replace )?(?:table|function|type|view)(?: if not exists)? ([\w.]+)/g),
      ([, name]) => name,
    ),
  )
  const found = hazards.flatMap(([pattern, group]) =>
    [...text.matchAll(pattern)]
      .filter((match) => !made.has(match[group]))
      .map(([statement]) => statement.slice(0, 80)),
  )
  return [...new Set(found)]
}

/** SQL without comments and without the bodies of functions, which no statement of the migration runs. */
function withoutComments(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
}

function migration(
  change: string,
  needs: Pick<Finding, 'needs' | 'missing'>,
  level: Finding['level'],
): Finding {
  return { area: 'migrations', change, ...needs, level }
}
