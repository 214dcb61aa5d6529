/**
 * The catalogue of an installation, as it is imported, exported and edited: what is measured (parameters with their intervals), and what is
 * sold (tests and packages). Pure data and what follows from it.
 */

import type { CriticalAge, Parameter } from './parameters/parameter.ts'
import type { StabilityKind } from './stability-kinds.ts'

export type Specimen = { specimen: string; container: string | null }
type SampleType = 'blood' | 'urine' | 'saliva' | 'stool' | 'mixed'

export type { CriticalAge }

/** How long a specimen is stable on its way, from the draw in hours, and how warm it may be in °C. */
export type Stability = {
  container: StabilityKind
  hours: number
  minC: number | null
  maxC: number | null
  source: string
}

export type CatalogueParameter = Parameter & {
  /** Other names, by which a search finds the tests that measure it */
  synonyms: string[]
  method: string | null
  /** null: as its container */
  stability: Stability | null
}

/** The expected results of a parameter in some people. Ages in completed months, `ageFrom` included, `ageTo` excluded; null: open. */
export type CatalogueInterval = {
  parameter: string
  sex: 'male' | 'female' | null
  ageFrom: number
  ageTo: number | null
  /** null: any */
  method: string | null
  low: number | null
  high: number | null
  /** The expected text, if the results are texts */
  expected: string | null
  source: string
  /** One that is not active applies to nobody until a lab accepts it */
  isActive: boolean
}

/**
 * A test or a package. What is null of a package with tests follows from its tests, what is null of a test from its parameters and
 * specimens (see `resolveItem`).
 */
export type CatalogueItem = {
  kind: 'test' | 'package'
  code: string
  name: string
  description: string
  category: string
  /** Codes of what a test, or a package without tests, measures; none: its report is a PDF only */
  parameters: string[]
  /** Codes of the tests of a package */
  tests: string[]
  specimens: Specimen[] | null
  sampleType: SampleType | null
  /** Hours; 0: not required; `yes`: required, without a number of hours */
  fasting: number | 'yes' | null
  preparation: string | null
  /** Hours from the sample to the report */
  reportHours: number | null
  testsIncluded: number | null
  ageMin: number | null
  ageMax: number | null
  gender: 'both' | 'male' | 'female'
  synonyms: string[]
  conditions: string[]
  isPopular: boolean
  isTaxExempt: boolean
  /** Paise; null: it has none yet, and is not offered */
  price: number | null
  originalPrice: number | null
  isOffered: boolean
}

export type Catalogue = {
  parameters: CatalogueParameter[]
  intervals: CatalogueInterval[]
  items: CatalogueItem[]
}

export const emptyCatalogue: Catalogue = { parameters: [], intervals: [], items: [] }

/** An item in full: everything that follows from its tests is filled in. */
export type ResolvedItem = {
  parameters: string[]
  specimens: Specimen[]
  sampleType: SampleType
  fasting: number | 'yes'
  reportHours: number | null
  testsIncluded: number
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
