import type { ResultView } from '@jaanch/report/results/api'
import type { HealthTrend, HealthTrends, TrendPerson, TrendPoint, TrendRow } from '@jaanch/report/trends/api'

export function createResult(value: number | string, change: Partial<ResultView> = {}): ResultView {
  const number = typeof value === 'number' ? value : null
  return {
    code: 'HGB',
    name: 'Haemoglobin',
    loinc: '718-7',
    unit: number === null ? null : 'g/dL',
    ucum: number === null ? null : 'g/dL',
    decimals: number === null ? null : 1,
    text: number === null ? String(value) : number.toFixed(1),
    from: number,
    to: number,
    foreignUnit: null,
    flag: 'normal',
    interval: number === null ? '' : '12.0–15.0',
    bounds: number === null ? null : { low: 12, high: 15, source: 'test', isOfLab: false },
    isWidest: false,
    isForOtherAges: false,
    method: null,
    ...change,
  }
}

/** @param at a date, or a date and time, in UTC */
export function createTrendPoint(
  at: string,
  value: number | string,
  change: Partial<ResultView> = {},
): TrendPoint {
  return {
    at: new Date(at.length === 10 ? `${at}T04:00Z` : `${at}Z`).toISOString(),
    result: createResult(value, change),
    labName: 'City Lab',
    reportId: `report of ${at}`,
    reportVersion: 1,
  }
}

export function createTrend(change: Partial<HealthTrend> = {}): HealthTrend {
  return {
    person: { id: 'self', name: 'Asha Rao', relationship: null, age: 40 },
    code: 'HGB',
    name: 'Haemoglobin',
    unit: 'g/dL',
    decimals: 1,
    points: [createTrendPoint('2026-05-12', 13.1)],
    band: [],
    change: null,
    variation: null,
    ...change,
  }
}

export function createTrendPerson(change: Partial<TrendPerson> = {}): TrendPerson {
  return {
    id: 'self',
    name: 'Asha Rao',
    relationship: null,
    age: 40,
    reports: 2,
    needsConsent: false,
    ...change,
  }
}

export function createTrendRow(value: number | string, change: Partial<TrendRow> = {}): TrendRow {
  const latest = change.latest ?? createResult(value)
  const at = '2026-05-12T04:00:00.000Z'
  return {
    latest,
    at,
    labName: 'City Lab',
    reportId: 'r1',
    count: 1,
    points: [{ at, from: latest.from, to: latest.to, flag: latest.flag, isForeign: false }],
    change: null,
    isNotable: false,
    ...change,
  }
}

export function createTrends(person: string, rows: TrendRow[], pdfOnly = 0): HealthTrends {
  return { person, pdfOnly, groups: rows.length > 0 ? [{ title: 'Blood count', rows }] : [] }
}
