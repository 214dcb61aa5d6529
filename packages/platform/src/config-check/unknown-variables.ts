import { knownVariables } from '../settings.ts'
import type { Finding } from './finding.ts'

/** The names that a process reads */
const known = new Set(knownVariables.flatMap((name) => [name, `${name}_FILE`]))

/** First words of our names that other programs use too: such a variable is ours only if it is nearly one of ours */
const shared = new Set(
  ['ACCESS', 'ALLOW', 'DATA', 'LIMIT', 'LOG', 'NODE', 'OTEL', 'PUBLIC', 'READ', 'REDIS', 'TRUST'].map(
    (word) => `${word}_`,
  ),
)
const own = new Set(
  [...known].flatMap((name) => /^[A-Z]+_/.exec(name) ?? []).filter((prefix) => !shared.has(prefix)),
)

/**
 * Finds variables that are meant for Jaanch but that no process reads: nearly the name of a setting, or with the first word of some.
 * Those of the shell, npm, systemd, and the services of Kubernetes are none.
 * @param names of all variables that have a value
 */
export function findUnknownVariables(names: readonly string[]): Finding[] {
  const services = names.flatMap((name) => /^(.+)_SERVICE_HOST$/.exec(name)?.[1] ?? [])
  const isOfService = (name: string) => services.some((service) => isServiceVariable(name, service))
  return names
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name) && !known.has(name) && !isOfService(name))
    .flatMap((name) => {
      const nearest = nearestTo(name)
      if (!nearest && ![...own].some((prefix) => name.startsWith(prefix))) return []
      const advice = nearest ? `Did you mean ${nearest}?` : 'Remove it, or write the setting that you mean.'
      return [
        { severity: 'warning', text: `${name} is no setting.`, advice, docs: 'docs/settings.md' } as const,
      ]
    })
}

/** Kubernetes gives each container variables of all services of its namespace: REDIS_SERVICE_HOST, REDIS_PORT_6379_TCP, … */
function isServiceVariable(name: string, service: string): boolean {
  return name.startsWith(`${service}_SERVICE_`) || /^_PORT(_\d+_[A-Z_]+)?$/.test(name.replace(service, ''))
}

/** The known name that differs by a typing error or two; in a short one by a single one */
function nearestTo(name: string): string | undefined {
  const most = name.length < 5 ? 0 : name.length < 8 ? 1 : 2
  const [nearest] = [...known]
    .map((each) => ({ each, distance: distanceOf(name, each) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.each
}

/** Letters that are added, missing, different, or exchanged with their neighbour (optimal string alignment) */
function distanceOf(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(row, j - 1) + 1,
        at(last, j) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isExchanged ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, other.length)
}

const at = (row: readonly number[], n: number) => row[n] ?? Number.POSITIVE_INFINITY
