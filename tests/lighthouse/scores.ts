import type { Result } from 'lighthouse'

/** @param performance the least score, of 100 */
export type Page = { path: string; signedIn: boolean; performance: number }

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
  /** Audits of accessibility and best practices that were not passed */
  faults: readonly Fault[]
}
type Fault = { id: string; title: string; items: readonly string[] }

const layoutShift = 0.02

/** @returns the scores of a run, of 100, with what they came from */
export function toScore(page: string, { categories, audits }: Result): Score {
  const of = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const judged = ['accessibility', 'best-practices'].flatMap((name) => categories[name]?.auditRefs ?? [])
  return {
    page,
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best practices': of('best-practices'),
    CLS: Math.round(value('cumulative-layout-shift') * 1_000) / 1_000,
    LCP: Math.round(value('largest-contentful-paint')),
    TBT: Math.round(value('total-blocking-time')),
    faults: judged
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => ({ id, title: audits[id]?.title ?? id, items: itemsOf(audits[id]?.details) })),
  }
}

export function describeFaults(faults: readonly Fault[]): string[] {
  return faults.flatMap(({ id, title, items }) => [`${title} (${id})`, ...items.map((item) => `    ${item}`)])
}

/** @returns what falls short of the standard, in sentences */
export function shortfalls(page: Page, score: Score | undefined): string[] {
  if (!score) return [`${page.path} was not measured`]
  const least = { performance: page.performance, accessibility: 100, 'best practices': 100 } as const
  const short = Object.entries(least)
    .filter(([name, limit]) => score[name as keyof typeof least] < limit)
    .map(([name, limit]) => `${page.path}: ${name} ${score[name as keyof typeof least]}, at least ${limit}`)
  if (!(score.CLS <= layoutShift)) short.push(`${page.path}: CLS ${score.CLS}, at most ${layoutShift}`)
  return short
}

function itemsOf(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as { items?: unknown[] }
  return items.slice(0, 5).map((item) => JSON.stringify(item).slice(0, 300))
}
