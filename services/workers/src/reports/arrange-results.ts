import type { BookingSummary } from '@jaanch/contracts/booking'
import { interpret } from '@jaanch/domain/report/interpret'
import type { Sex } from '@jaanch/domain/report/parameter'
import { sectionsOf } from '@jaanch/domain/report/sections'
import { type ReportedValue, readValues } from '@jaanch/domain/report/values'
import type pg from 'pg'
import type { ReportContent, ReportResult } from './report-content.ts'
import {
  type OrderedPackage,
  readOrderedPackages,
  readParameters,
  readTestsWithin,
} from './report-queries.ts'

type ArrangedResults = Pick<ReportContent, 'sections' | 'notReported' | 'sampleType'>

/** Interprets the values, groups them by the ordered tests, and lists the parameters without a value. */
export async function arrangeResults(
  pool: pg.Pool,
  { lines }: BookingSummary,
  values: readonly ReportedValue[],
  sex: Sex,
): Promise<ArrangedResults> {
  const ordered = await readOrderedPackages(
    pool,
    lines.map(({ packageId }) => packageId),
  )
  const orderedCodes = ordered.flatMap(({ codes }) => codes)
  const parameters = await readParameters(pool, [...orderedCodes, ...values.map(({ code }) => code)])
  const read = readValues(values, { parameters, ordered: new Set() })
  if ('refused' in read) throw new Error(read.refused)
  const results = new Map(
    read.results.map(({ parameter, reading }): [string, ReportResult] => [
      parameter.code,
      { name: parameter.name, unit: parameter.unit ?? '', ...interpret(parameter, reading, sex) },
    ]),
  )

  const planned = sectionsOf(ordered, await readTestsWithin(pool, orderedCodes))
  const grouped = new Set(planned.flatMap(({ codes }) => codes))
  const others = [...results.keys()].filter((code) => !grouped.has(code))
  const title = ordered.length === 1 ? (ordered[0]?.name ?? 'Results') : 'Results'
  const sections = [...planned, { title, codes: others }].map(({ title, codes }) => ({
    title,
    results: codes.flatMap((code) => results.get(code) ?? []),
  }))
  return {
    sections: sections.filter((section) => section.results.length > 0),
    notReported: [...grouped].flatMap((code) =>
      results.has(code) ? [] : (parameters.get(code)?.name ?? []),
    ),
    sampleType: sampleTypeOf(ordered),
  }
}

/** @returns such as `Whole blood, Serum`; `Blood` when the catalogue names no specimens */
function sampleTypeOf(ordered: readonly OrderedPackage[]): string {
  const named = ordered.flatMap(({ specimens, sampleType }) =>
    specimens.length > 0 ? specimens : [sampleType.charAt(0).toUpperCase() + sampleType.slice(1)],
  )
  return [...new Set(named)].join(', ') || 'Not recorded'
}
