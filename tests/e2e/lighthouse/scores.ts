import type { Result } from 'lighthouse'

export type Score = {
  page: string
  performance: number
  accessibility: number
  'best practices': number
  /** Cumulative layout shift */
  CLS: number
  /** Largest contentful paint, ms */
  LCP: number
  /** Total blocking time, ms */
  TBT: number
  /** Failed audits of accessibility and best practices */
  failedAudits: readonly FailedAudit[]
}
type FailedAudit = { id: string; title: string; items: readonly string[] }

const maxLayoutShift = 0.02

/** @returns the scores of a run, of 100, and the measurements behind them */
export function toScore(page: string, { categories, audits }: Result): Score {
  const of = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const audited = ['accessibility', 'best-practices'].flatMap((name) => categories[name]?.auditRefs ?? [])
  return {
    page,
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best practices': of('best-practices'),
    CLS: Math.round(value('cumulative-layout-shift') * 1_000) / 1_000,
    LCP: Math.round(value('largest-contentful-paint')),
    TBT: Math.round(value('total-blocking-time')),
    failedAudits: audited
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => ({ id, title: audits[id]?.title ?? id, items: itemsOf(audits[id]?.details) })),
  }
}

export function describeFailedAudits(failedAudits: readonly FailedAudit[]): string[] {
  return failedAudits.flatMap(({ id, title, items }) => [
    `${title} (${id})`,
    ...items.map((item) => `    ${item}`),
  ])
}

/** @returns the limits that the page at `path` fails, one sentence each */
export function findFailedLimits(path: string, scores: readonly Score[]): string[] {
  const score = scores.find(({ page }) => page === path)
  if (!score) return [`${path} was not measured`]
  const failures = (['accessibility', 'best practices'] as const)
    .filter((name) => score[name] < 100)
    .map((name) => `${path}: ${name} ${score[name]}, at least 100`)
  if (!(score.CLS <= maxLayoutShift)) failures.push(`${path}: CLS ${score.CLS}, at most ${maxLayoutShift}`)
  return failures
}

function itemsOf(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as { items?: unknown[] }
  return items.slice(0, 5).map((item) => JSON.stringify(item).slice(0, 300))
}
