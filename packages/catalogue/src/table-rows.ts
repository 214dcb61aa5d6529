/** The catalogue as rows of its tables. */
import { appendIdOf } from '@jaanch/eventlog/append-id'
import { type Catalogue, resolveItem, testsByCode } from './catalogue.ts'

/** The id of a test or package: that of the stored one with its code, otherwise it follows from the code. */
export function itemId(code: string, ids: ReadonlyMap<string, string> = new Map()): string {
  return ids.get(code) ?? appendIdOf('package', code)
}

export function parameterRows({ parameters }: Pick<Catalogue, 'parameters'>) {
  return parameters.map(
    ({ male, female, criticalLow, criticalHigh, criticalAges, criticalTexts, ...same }) => ({
      ...same,
      male_low: male?.low ?? null,
      male_high: male?.high ?? null,
      female_low: female?.low ?? null,
      female_high: female?.high ?? null,
      critical_low: criticalLow,
      critical_high: criticalHigh,
      critical_ages: criticalAges,
      critical_texts: criticalTexts,
      is_active: true,
    }),
  )
}

export function intervalRows({ intervals }: Pick<Catalogue, 'intervals'>) {
  return intervals.map((one) => ({
    id: intervalId(one),
    code: one.parameter,
    sex: one.sex,
    age_from: one.ageFrom,
    age_to: one.ageTo,
    method: one.method,
    low: one.low,
    high: one.high,
    expected: one.expected,
    source: one.source,
    is_active: one.isActive,
    kind: 'reference',
    valid_from: '2000-01-01',
  }))
}

/** An interval keeps its id while it is for the same people: results refer to the interval that applied, and have a copy of it. */
function intervalId({
  parameter,
  sex,
  ageFrom,
  ageTo,
  method,
  isActive,
}: Catalogue['intervals'][number]): string {
  const parts = [parameter, sex ?? 'both', String(ageFrom), String(ageTo ?? 'open')]
  return appendIdOf(
    'reference-interval',
    ...parts,
    ...(method === null ? [] : [method]),
    ...(isActive ? [] : ['offered']),
  )
}

/** @param ids of the stored tests and packages by code */
export function itemRows({ items }: Pick<Catalogue, 'items'>, ids?: ReadonlyMap<string, string>) {
  const tests = testsByCode(items)
  return items.map((item) => {
    const full = resolveItem(item, tests)
    return {
      id: itemId(item.code, ids),
      code: item.code,
      kind: item.kind,
      name: item.name,
      description: item.description,
      category: item.category,
      price: item.price ?? 0,
      original_price: item.originalPrice,
      tests_included: full.testsIncluded,
      report_delivery_time: full.reportTime,
      turnaround_hours: full.reportHours,
      sample_type: full.sampleType,
      specimens: full.specimens,
      fasting_required: full.fasting !== 0,
      fasting_hours: full.fasting === 'yes' || full.fasting === 0 ? null : full.fasting,
      age_min: item.ageMin,
      age_max: item.ageMax,
      gender_specific: item.gender,
      preparation_instructions: item.preparation,
      parameter_codes: full.parameters,
      test_codes: item.tests,
      aliases: item.synonyms,
      conditions: item.conditions,
      is_popular: item.isPopular,
      is_tax_exempt: item.isTaxExempt,
      is_active: item.isOffered && item.price !== null,
      deleted_at: null,
    }
  })
}
