import type { Migrations } from './compare-migrations.ts'
import { type Finding, type IsExplained, needsAll, needsLine } from './finding.ts'

type Consumers = Record<string, string[]>

/** What consumers want stands in the database too, and only migrations write it there (docs/decisions/0026). */
export function compareConsumers(
  older: Consumers,
  newer: Consumers,
  newMigrations: Migrations,
  isExplained: IsExplained,
): Finding[] {
  const sql = [...newMigrations.values()].map((text) => text.replaceAll(/--.*$/gm, ''))
  return Object.keys({ ...older, ...newer }).flatMap((name) => {
    const [before, now] = [older[name], newer[name] ?? []]
    const added = now.filter((type) => !before?.includes(type))
    const removed = (before ?? []).filter((type) => !now.includes(type))
    const needs = [
      ...(before ? [] : [needsStatement(sql, 'insert into consumers', name)]),
      ...(newer[name] ? [] : [needsStatement(sql, 'delete from consumers', name)]),
      ...(added.length > 0 ? [needsStatement(sql, 'insert into consumer_events', name, added)] : []),
      ...(removed.length > 0 ? [needsStatement(sql, 'delete from consumer_events', name, removed)] : []),
    ]
    if (needs.length === 0) return []
    const wants = [
      ...(before ? [] : ['is new']),
      ...(newer[name] ? [] : ['is gone']),
      ...(added.length > 0 ? [`wants ${added.join(', ')} now`] : []),
      ...(removed.length > 0 ? [`no longer wants ${removed.join(', ')}`] : []),
    ]
    // workers of the release before lease nothing of a consumer that wants a type which they do not handle
    const rollback = before && added.length > 0 ? [needsLine(`consumer ${name}`, isExplained)] : []
    const change = `The consumer ${name} ${wants.join(', and ')}.`
    return [{ area: 'consumers', change, ...needsAll(...needs, ...rollback), level: 'minor' }]
  })
}

/** New migrations that name a consumer, and each of its event types, in statements of one kind. */
function needsStatement(
  sql: readonly string[],
  kind: string,
  consumer: string,
  types: readonly string[] = [],
) {
  const statements = sql.flatMap((text) => text.split(';')).filter((text) => text.includes(`${kind} `))
  const pairs = types.map((type) => `('${consumer}', '${type}')`)
  const lacking =
    types.length === 0
      ? statements.some((text) => text.includes(`'${consumer}'`))
        ? []
        : [`'${consumer}'`]
      : pairs.filter((_, index) => !statements.some((text) => names(text, consumer, types[index] ?? '')))
  const say = (what: readonly string[]) => `a migration that says: ${kind} … ${what.join(', ')}`
  return {
    needs: say(types.length === 0 ? [`'${consumer}'`] : pairs),
    missing: lacking.length > 0 ? say(lacking) : undefined,
  }
}

/** `('reminders', 'BookingRescheduled')`, `('reminders', array['BookingPlaced', …])`, or a condition of a `delete` */
function names(statement: string, consumer: string, type: string): boolean {
  if (!statement.includes('insert into'))
    return [consumer, type].every((word) => statement.includes(`'${word}'`))
  const rows = statement.matchAll(/\(\s*'([\w-]+)'\s*,([^()]*)\)/g)
  return [...rows].some(([, name, types = '']) => name === consumer && types.includes(`'${type}'`))
}
