/** What `npm run check:change` says about one change. */

export type Area =
  | 'read tables'
  | 'migrations'
  | 'events'
  | 'consumers'
  | 'settings'
  | 'API'
  | 'commands'
  | 'metrics'

/**
 * Which part of the version number a change asks for at least (docs/releases.md). `breaking`: somebody has to change a setting, a
 * script or a client.
 */
export type Level = 'patch' | 'minor' | 'breaking'

export type Finding = {
  area: Area
  /** What changed: a sentence */
  change: string
  /** What the change needs */
  needs: string
  /** What is not there of it, and what to do: a sentence; undefined if nothing is missing */
  missing?: string | undefined
  level: Level
}

/** Whether a part of the text under "Upgrading" is about a name: a variable, a route, an event type … */
export type IsExplained = (name: string) => boolean

const levels: readonly Level[] = ['patch', 'minor', 'breaking']

/** The level of all findings together. */
export function levelOf(findings: readonly Finding[]): Level {
  return levels[Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)))] ?? 'patch'
}

/** The need of a line for operators, and what is missing if no line names it. */
export function needsLine(name: string, isExplained: IsExplained): Pick<Finding, 'needs' | 'missing'> {
  return {
    needs: `a line under "Upgrading" in CHANGELOG.md that names ${name}`,
    missing: isExplained(name) ? undefined : `no line under "Upgrading" in CHANGELOG.md names ${name}`,
  }
}

/** Several needs of one change: all are named, and all that is missing. */
export function needsAll(...parts: Pick<Finding, 'needs' | 'missing'>[]): Pick<Finding, 'needs' | 'missing'> {
  const missing = parts.flatMap((part) => part.missing ?? [])
  return {
    needs: parts.map(({ needs }) => needs).join('; '),
    missing: missing.length > 0 ? missing.join('; ') : undefined,
  }
}

/** Names for a sentence: `A`, `B` and `C`. */
export function listNames(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  const last = quoted.pop() ?? ''
  return quoted.length > 0 ? `${quoted.join(', ')} and ${last}` : last
}
