import type { Change } from './check-change.ts'
import type { Level } from './finding.ts'

/** A sentence for each thing that is missing. */
export function missingIn({ findings }: Pick<Change, 'findings'>): string[] {
  return findings.flatMap(({ area, missing }) => (missing ? `${area}: ${missing}` : []))
}

const parts: Record<Level, string> = {
  patch: 'The change fits into a patch release.',
  minor: 'The change asks for a minor release at least.',
  breaking:
    'Somebody has to change something for it: a major release from 1.0.0 on, before that a minor one.',
}

/** The findings under their areas, then what is missing, as text. */
export function describeChange(change: Change): string {
  const { base, findings, notCompared, level } = change
  const byArea = Map.groupBy(findings, ({ area }) => area)
  const lines = [`Compared with ${base.name} (${base.commit.slice(0, 12)}).`]
  for (const [area, found] of byArea) {
    lines.push('', area)
    for (const { change: what, needs, missing } of found) {
      lines.push(`  ${what}`, `    needs ${needs}`)
      if (missing) lines.push(`    MISSING: ${missing}`)
    }
  }
  for (const { area, why } of notCompared) lines.push('', `${area}: NOT compared. ${why}`)
  const missing = missingIn(change).length
  const verdict = missing === 0 ? 'Nothing is missing.' : `Missing: ${missing}, see above.`
  const what =
    findings.length === 0 ? 'Nothing changed for operators, clients and older processes.' : parts[level]
  return [...lines, '', what, verdict].join('\n')
}
