import type { Migrations } from './compare-migrations.ts'
import { type Finding, type IsExplained, needsAll, needsLine } from './finding.ts'

type Consumers = Record<string, string[]>

/** The program of the migrations adds to the database what consumers want; only a migration takes it away (docs/decisions/0026). */
export function compareConsumers(
  older: Consumers,
  newer: Consumers,
  newMigrations: Migrations,
  isExplained: IsExplained,
): Finding[] {
  const statements = [...newMigrations.values()].flatMap((text) => text.replaceAll(/--.*$/gm, '').split(';'))
  return Object.keys({ ...older, ...newer }).flatMap((name) => {
    const [before, now] = [older[name], newer[name] ?? []]
    const added = now.filter((type) => !before?.includes(type))
    const removed = (before ?? []).filter((type) => !now.includes(type))
    const wants = [
      ...(before ? [] : ['is new']),
      ...(newer[name] ? [] : ['is gone']),
      ...(added.length > 0 ? [`wants ${added.join(', ')} now`] : []),
      ...(removed.length > 0 ? [`no longer wants ${removed.join(', ')}`] : []),
    ]
    if (wants.length === 0) return []
    const needs = [
      ...(newer[name] ? [] : [needsDeletion(statements, 'consumers', [name])]),
      ...removed.map((type) => needsDeletion(statements, 'consumer_events', [name, type])),
      // workers of the release before lease nothing of a consumer that wants a type which they do not handle
      ...(before && added.length > 0 ? [needsLine(`consumer ${name}`, isExplained)] : []),
    ]
    const change = `The consumer ${name} ${wants.join(', and ')}.`
    return [{ area: 'consumers', change, ...needsAll(...needs), level: 'minor' }]
  })
}

/** A statement of a new migration that deletes from the table and names all of the words. */
function needsDeletion(statements: readonly string[], table: string, words: readonly string[]) {
  const quoted = words.map((word) => `'${word}'`)
  const isDeleted = statements.some(
    (text) => text.includes(`delete from ${table} `) && quoted.every((word) => text.includes(word)),
  )
  const needs = `a migration that says: delete from ${table} … ${quoted.join(', ')}`
  return { needs, missing: isDeleted ? undefined : needs }
}
