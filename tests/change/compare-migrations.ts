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

/**
 * Statements after which code of the release before can fail; the first group is the thing that it is about. Only a look at the code
 * says whether it does fail.
 */
const hazards: readonly RegExp[] = [
  /^drop (?:table|view|materialized view|function|procedure|type|schema)(?: if exists)? ([\w.]+)/,
  /^alter (?:type|function|view|schema) ([\w.]+).* rename /,
  /^alter table(?: only)? ([\w.]+) .*?\b(?:drop column|rename|set not null|drop default|alter(?: column)? \w+ (?:set data )?type)\b/,
  // without a default, an older insert leaves it out
  /^alter table(?: only)? ([\w.]+) .*?\badd column(?: if not exists)? \w+ (?![^,]*\b(?:default|generated)\b)[^,]*\bnot null\b/,
  /^truncate (?:table )?([\w.]+)/,
]

const creation = /^create (?:or replace )?(?:table|function|type|view)(?: if not exists)? ([\w.]+)/

/** @returns the beginnings of such statements; none about things that the migration itself makes */
function findHazards(sql: string): string[] {
  const statements = readStatements(sql)
  const made = new Set(statements.flatMap((statement) => creation.exec(statement)?.[1] ?? []))
  return statements
    .filter((statement) => hazards.some((pattern) => isAbout(pattern, statement, made)))
    .map((statement) => (statement.length > 100 ? `${statement.slice(0, 100)}…` : statement))
}

function isAbout(pattern: RegExp, statement: string, made: ReadonlySet<string>): boolean {
  const thing = pattern.exec(statement)?.[1]
  return thing !== undefined && !made.has(thing)
}

/** In lower case, without comments and without the bodies of functions, which no statement of the migration runs. */
function readStatements(sql: string): string[] {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
}

function migration(
  change: string,
  needs: Pick<Finding, 'needs' | 'missing'>,
  level: Finding['level'],
): Finding {
  return { area: 'migrations', change, ...needs, level }
}
