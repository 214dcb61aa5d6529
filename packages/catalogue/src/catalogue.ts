/**
 * The catalogue of an installation, as it is imported, exported and edited: what is measured (parameters with their intervals), and what is
 * sold (tests and packages). Pure data and what follows from it.
 */

import type { CatalogueItem, CatalogueView } from './api.ts'

export type Catalogue = Omit<CatalogueView, 'version'>

export const emptyCatalogue: Catalogue = { parameters: [], intervals: [], items: [] }

type Specimen = NonNullable<CatalogueItem['specimens']>[number]
type SampleType = NonNullable<CatalogueItem['sampleType']>

/** An item in full: everything that follows from its tests is filled in. */
export type ResolvedItem = Pick<CatalogueItem, 'parameters' | 'reportHours'> & {
  [Field in 'specimens' | 'sampleType' | 'fasting' | 'testsIncluded']: NonNullable<CatalogueItem[Field]>
} & {
  /** 'Same day', '24 hours', '3 days'; null: not known */
  reportTime: string | null
}

/** @param tests the tests of the catalogue by code */
export function resolveItem(item: CatalogueItem, tests: ReadonlyMap<string, CatalogueItem>): ResolvedItem {
  const parts = item.kind === 'package' ? item.tests.flatMap((code) => tests.get(code) ?? []) : []
  const inside = parts.map((part) => resolveItem(part, tests))
  const parameters =
    item.kind === 'test' || item.tests.length === 0
      ? item.parameters
      : distinct(inside.flatMap((one) => one.parameters))
  const specimens =
    item.specimens ??
    distinctBy(
      inside.flatMap((one) => one.specimens),
      specimenText,
    )
  const reportHours = item.reportHours ?? highest(inside.map((one) => one.reportHours))
  return {
    parameters,
    specimens,
    sampleType: item.sampleType ?? sampleTypeOf(specimens),
    fasting: item.fasting ?? longestFast(inside.map((one) => one.fasting)),
    reportHours,
    testsIncluded: item.testsIncluded ?? Math.max(1, parameters.length),
    reportTime: reportHours === null ? null : reportTimeText(reportHours),
  }
}

export function testsByCode(items: readonly CatalogueItem[]): ReadonlyMap<string, CatalogueItem> {
  return new Map(items.filter(({ kind }) => kind === 'test').map((item) => [item.code, item]))
}

/** `Serum in SST (gold)` */
export function specimenText({ specimen, container }: Specimen): string {
  return container === null ? specimen : `${specimen} in ${container}`
}

/** A report is promised the same day for up to 12 hours, otherwise in the hours or days that it takes. */
function reportTimeText(hours: number): string {
  if (hours <= 12) return 'Same day'
  if (hours <= 48) return `${hours} hours`
  return `${Math.ceil(hours / 24)} days`
}

function sampleTypeOf(specimens: readonly Specimen[]): SampleType {
  const types = distinct(
    specimens.map(({ specimen }): SampleType => {
      if (/urine/i.test(specimen)) return 'urine'
      if (/stool|f(a|e|ae)ces/i.test(specimen)) return 'stool'
      return /swab|saliva/i.test(specimen) ? 'saliva' : 'blood'
    }),
  )
  const [type = 'blood'] = types
  return types.length > 1 ? 'mixed' : type
}

function longestFast(all: readonly (number | 'yes')[]): number | 'yes' {
  const hours = Math.max(0, ...all.map((one) => (one === 'yes' ? 0 : one)))
  return hours === 0 && all.includes('yes') ? 'yes' : hours
}

function highest(all: readonly (number | null)[]): number | null {
  const known = all.filter((one) => one !== null)
  return known.length === 0 ? null : Math.max(...known)
}

const distinct = <Value>(list: readonly Value[]): Value[] => [...new Set(list)]

function distinctBy<Value>(list: readonly Value[], keyOf: (value: Value) => string): Value[] {
  return [...new Map(list.map((value) => [keyOf(value), value])).values()]
}
