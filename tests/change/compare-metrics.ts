import { type Finding, type IsExplained, listNames, needsLine } from './finding.ts'
import type { MetricShape } from './snapshot.ts'

type Metrics = Record<string, MetricShape>

/** Dashboards and alerts, ours and those of operators, name metrics and labels. */
export function compareMetrics(older: Metrics, newer: Metrics, isExplained: IsExplained): Finding[] {
  const added = Object.keys(newer).filter((name) => !(name in older))
  const broken = Object.entries(older).flatMap(([name, before]): Finding[] => {
    const difference = compareMetric(before, newer[name])
    if (!difference) return []
    const users =
      before.usedIn.length > 0 ? ` ${before.usedIn.join(', ')} of the release before used it.` : ''
    const change = `The metric \`${name}\` ${difference}.${users}`
    return [{ area: 'metrics', change, ...needsLine(name, isExplained), level: 'breaking' }]
  })
  if (added.length === 0) return broken
  return [
    ...broken,
    { area: 'metrics', change: `New: ${listNames(added)}.`, needs: 'nothing', level: 'minor' },
  ]
}

function compareMetric(before: MetricShape, now: MetricShape | undefined): string | undefined {
  if (!now) return 'was removed'
  const lost = before.labels.filter((label) => !now.labels.includes(label))
  if (lost.length > 0) return `lost the label ${lost.join(', ')}`
  return before.kind === now.kind ? undefined : `is a ${now.kind}, was a ${before.kind}`
}
