import { readFileSync } from 'node:fs'
import { streamId } from '@jaanch/contracts/events/streams'
import { toPaise } from '@jaanch/contracts/money'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { catalogueIntervals, intervalRow } from './intervals.ts'
import type { TimelineEntry } from './timeline.ts'

export type Interval = [low: number | null, high: number | null] | null

/** A parameter in catalogue.json. */
export type Parameter = {
  code: string
  name: string
  loinc: string | null
  ucum: string | null
  unit: string | null
  decimals: number | null
  male: Interval
  female: Interval
  criticalLow: number | null
  criticalHigh: number | null
  options: string[] | null
  normal: string | null
}

/** Other names of parameters by their codes: what people in India call them, in lower case. */
type Synonyms = Readonly<Record<string, readonly string[]>>

/** An entry in catalogue.json, prices in whole rupees. A test lists its parameters, a package its tests. */
export type Entry = {
  code: string
  kind: 'test' | 'package'
  name: string
  description: string
  category: string
  department?: string
  price: number
  originalPrice: number
  testsIncluded: number
  parameters?: string[]
  tests?: string[]
  sampleType: string
  specimens: { specimen: string; container: string }[]
  fastingRequired: boolean
  fastingHours: number | null
  turnaroundHours: number
  reportDeliveryTime: string
  homeCollection: boolean
  genderSpecific: 'both' | 'male' | 'female'
  ageRestrictions: { min: number | null; max: number | null }
  preparationInstructions: string
  aliases: string[]
  conditions: string[]
  prescriptionRequired: boolean
  isPopular: boolean
  tag: string | null
}

export type CatalogueEntry = Entry & { id: string }
export type Catalogue = { parameters: Parameter[]; entries: CatalogueEntry[] }

/** @returns the file parameter-synonyms.json */
export function readSynonyms(): Synonyms {
  return JSON.parse(readFileSync(new URL('parameter-synonyms.json', import.meta.url), 'utf8')) as Synonyms
}

export function readCatalogue(): Catalogue {
  const text = readFileSync(new URL('catalogue.json', import.meta.url), 'utf8')
  const { parameters, packages } = JSON.parse(text) as { parameters: Parameter[]; packages: Entry[] }
  return {
    parameters,
    entries: packages.map((entry) => ({ ...entry, id: appendIdOf('package', entry.code) })),
  }
}

/** @param actor the admin who creates the entries */
export function catalogueTimeline(
  { parameters, entries }: Catalogue,
  at: Date,
  actor: string,
): TimelineEntry[] {
  const created = entries.map((entry): TimelineEntry => {
    const stream = streamId('package', entry.id)
    return {
      at,
      rows: { packages: [packageRow(entry, entries, at)] },
      append: {
        id: appendIdOf('demo', stream),
        streamId: stream,
        expected: 0,
        events: [{ type: 'PackageCreated', data: { packageId: entry.id, price: toPaise(entry.price) }, at }],
        actor,
      },
    }
  })
  const synonyms = readSynonyms()
  const rows = {
    parameters: parameters.map((parameter) => parameterRow(parameter, synonyms)),
    reference_intervals: catalogueIntervals(parameters).map(intervalRow),
  }
  return [{ at, rows }, ...created]
}

function parameterRow(parameter: Parameter, synonyms: Synonyms) {
  const { male, female, criticalLow, criticalHigh, ...rest } = parameter
  return {
    ...rest,
    synonyms: synonyms[parameter.code] ?? [],
    male_low: male?.[0],
    male_high: male?.[1],
    female_low: female?.[0],
    female_high: female?.[1],
    critical_low: criticalLow,
    critical_high: criticalHigh,
  }
}

function packageRow(entry: CatalogueEntry, entries: readonly CatalogueEntry[], at: Date) {
  return {
    id: entry.id,
    code: entry.code,
    kind: entry.kind,
    name: entry.name,
    description: entry.description,
    category: entry.category,
    price: toPaise(entry.price),
    original_price: toPaise(entry.originalPrice),
    tests_included: entry.testsIncluded,
    report_delivery_time: entry.reportDeliveryTime,
    turnaround_hours: entry.turnaroundHours,
    sample_type: entry.sampleType,
    specimens: entry.specimens,
    fasting_required: entry.fastingRequired,
    fasting_hours: entry.fastingHours,
    age_min: entry.ageRestrictions.min,
    age_max: entry.ageRestrictions.max,
    gender_specific: entry.genderSpecific,
    preparation_instructions: entry.preparationInstructions,
    parameter_codes: parameterCodesOf(entry, entries),
    aliases: entry.aliases,
    conditions: entry.conditions,
    is_popular: entry.isPopular,
    is_active: true,
    created_at: at,
  }
}

/** The parameters of a test; for a package those of its tests, in their order, without duplicates. */
function parameterCodesOf(entry: Entry, entries: readonly Entry[]): string[] {
  const tests = entry.tests?.map((code) => entries.find((test) => test.code === code)) ?? [entry]
  return [...new Set(tests.flatMap((test) => test?.parameters ?? []))]
}
