/** Finds faults in a catalogue whose cells were each readable: rules over a row, and over several. */

import type { CatalogueInterval, CatalogueItem, CatalogueParameter } from './api.ts'
import { type Catalogue, testsByCode } from './catalogue.ts'
import { isLoinc } from './parameters/analytes.ts'
import { criticalBands } from './parameters/critical-limits.ts'
import { overlaps } from './parameters/interval.ts'
import { unitOf } from './parameters/units.ts'

/** A fault of the catalogue. @property index in the list of its part @property key of the row of a file (`file/sheets.ts`) */
export type Fault = {
  part: 'parameters' | 'intervals' | 'critical' | 'items'
  index: number
  key: string
  text: string
}

/** @returns all faults, in the order of the lists */
export function faultsOf(catalogue: Catalogue): Fault[] {
  const { parameters, intervals, items } = catalogue
  const byCode = new Map(parameters.map((one) => [one.code, one]))
  const tests = testsByCode(items)
  const codes = new Set(items.map(({ code }) => code))
  return [
    ...repeated(parameters, 'parameters', 'code', ({ code }) => code),
    ...repeated(
      parameters,
      'parameters',
      'loinc',
      ({ loinc, method }) => loinc && `${loinc} ${method?.toLowerCase() ?? ''}`,
    ),
    ...faultsIn('parameters', parameters, parameterFaults),
    ...faultsIn('critical', parameters, criticalFaults),
    ...faultsIn('intervals', intervals, (one) => intervalFaults(one, byCode.get(one.parameter))),
    ...overlapping(intervals),
    ...repeated(items, 'items', 'code', ({ code }) => code),
    // a row of a file may lack its name, which is another fault
    ...repeated(items, 'items', 'name', ({ name }) => name?.toLowerCase() ?? null),
    ...faultsIn('items', items, (item) => itemFaults(item, byCode, tests, codes)),
  ]
}

type RowFault = Pick<Fault, 'key' | 'text'>

function faultsIn<Row>(
  part: Fault['part'],
  rows: readonly Row[],
  faultsOf: (row: Row) => RowFault[],
): Fault[] {
  return rows.flatMap((row, index) => faultsOf(row).map((fault) => ({ part, index, ...fault })))
}

function repeated<Row extends Readonly<Record<string, unknown>>>(
  rows: readonly Row[],
  part: Fault['part'],
  key: keyof Row & string,
  of: (row: Row) => string | null,
): Fault[] {
  const seen = new Set<string>()
  return faultsIn(part, rows, (row) => {
    const value = of(row)
    if (!value || !seen.has(value)) {
      seen.add(value ?? '')
      return []
    }
    return [{ key, text: `“${row[key]}” is already in a row above.` }]
  })
}

function parameterFaults(one: CatalogueParameter): RowFault[] {
  const faults: RowFault[] = []
  const wrong = (key: string, text: string) => faults.push({ key, text })
  if (one.options === null) {
    if (one.decimals === null) wrong('decimals', 'A number needs its decimals.')
    if (one.ucum === null) wrong('ucum', 'A number needs a UCUM unit; a ratio has 1.')
    if (one.normal !== null) wrong('normal', 'Only a choice has a normal result; a number has intervals.')
    if (one.criticalTexts.length > 0)
      wrong('criticalTexts', 'Only a choice has critical results; a number has critical limits.')
  } else {
    if (one.options.length === 0) wrong('options', 'A choice needs its options.')
    if (one.decimals !== null) wrong('decimals', 'Only a number has decimals.')
    if (one.ucum !== null) wrong('ucum', 'Only a number has a unit.')
    if (one.male) wrong('maleLow', 'Only a number has an interval.')
    if (one.female) wrong('femaleLow', 'Only a number has an interval.')
    if (one.criticalLow !== null) wrong('criticalLow', 'Only a number has critical limits.')
    if (one.criticalHigh !== null) wrong('criticalHigh', 'Only a number has critical limits.')
    const isChoice = one.options[0] !== 'text'
    if (isChoice && one.normal !== null && !one.options.includes(one.normal))
      wrong('normal', `“${one.normal}” is not one of the options.`)
    const unknown = one.criticalTexts.find((text) => !one.options?.includes(text))
    if (isChoice && unknown !== undefined) wrong('criticalTexts', `“${unknown}” is not one of the options.`)
  }
  if (one.loinc !== null && !isLoinc(one.loinc))
    wrong('loinc', `“${one.loinc}” is no LOINC code: its check digit is wrong.`)
  // arbitrary units and annotations are printed without what tells them apart
  const spelt = one.unit && !/[[{]/.test(one.ucum ?? '') ? unitOf(one.unit) : undefined
  if (spelt !== undefined && one.ucum !== null && spelt !== (unitOf(one.ucum) ?? one.ucum))
    wrong('unit', `“${one.unit}” is another unit than ${one.ucum}.`)
  if (isReversed(one.male)) wrong('maleHigh', 'The upper limit is not above the lower one.')
  if (isReversed(one.female)) wrong('femaleHigh', 'The upper limit is not above the lower one.')
  if (isReversed({ low: one.criticalLow, high: one.criticalHigh }))
    wrong(
      'criticalHigh',
      'The upper critical limit is not above the lower one: every result would be critical.',
    )
  for (const interval of [one.male, one.female]) {
    if (interval?.low != null && one.criticalLow !== null && one.criticalLow >= interval.low)
      wrong('criticalLow', 'The critical limit is inside the interval: a normal result would be critical.')
    else if (interval?.high != null && one.criticalHigh !== null && one.criticalHigh <= interval.high)
      wrong('criticalHigh', 'The critical limit is inside the interval: a normal result would be critical.')
    else continue
    break
  }
  return faults
}

/** Two critical limits of one bound at the same age, or limits that cross. */
function criticalFaults({ criticalAges, decimals, options }: CatalogueParameter): RowFault[] {
  const wrong = (text: string) => [{ key: 'low', text }]
  return criticalAges.flatMap((one, n) => {
    if (options !== null && decimals === null) return wrong('Only a number has critical limits.')
    if (one.low === null && one.high === null) return wrong('Enter a lower or an upper limit.')
    if (one.ageFrom >= one.ageTo) return wrong('The age at the end is not above the one at the beginning.')
    if (isReversed(one)) return wrong('The upper limit is not above the lower one.')
    const other = criticalAges.slice(0, n).find((before) => {
      const isSameBound =
        (one.low !== null && before.low !== null) || (one.high !== null && before.high !== null)
      return isSameBound && one.ageFrom < before.ageTo && before.ageFrom < one.ageTo
    })
    return other ? wrong('Another row has a critical limit for the same age.') : []
  })
}

function intervalFaults(one: CatalogueInterval, parameter: CatalogueParameter | undefined): RowFault[] {
  if (!parameter) return [{ key: 'parameter', text: `There is no parameter ${one.parameter}.` }]
  if (one.ageTo !== null && one.ageFrom >= one.ageTo)
    return [{ key: 'ageTo', text: 'The age at the end is not above the one at the beginning.' }]
  if (parameter.options === null) {
    if (one.expected !== null)
      return [{ key: 'expected', text: `${parameter.name} is a number: enter low or high.` }]
    if (one.low === null && one.high === null)
      return [{ key: 'low', text: 'Enter a lower or an upper limit.' }]
    if (isReversed(one)) return [{ key: 'high', text: 'The upper limit is not above the lower one.' }]
    return one.isActive ? criticalInside(one, parameter) : []
  }
  if (one.low !== null || one.high !== null)
    return [{ key: 'low', text: `${parameter.name} is not a number: enter the expected result.` }]
  if (one.expected === null) return [{ key: 'expected', text: 'Enter the expected result.' }]
  const isKnown = parameter.options[0] === 'text' || parameter.options.includes(one.expected)
  return isKnown ? [] : [{ key: 'expected', text: `“${one.expected}” is not one of the options.` }]
}

/** A result that is expected must not be critical at any of the ages. */
function criticalInside(one: CatalogueInterval, parameter: CatalogueParameter): RowFault[] {
  const bands = criticalBands(parameter).filter(
    ({ ageFrom, ageTo }) =>
      (one.ageTo === null || ageFrom < one.ageTo) && (ageTo === null || one.ageFrom < ageTo),
  )
  const text = 'The critical limit of these ages is inside the interval: a normal result would be critical.'
  if (bands.some(({ low }) => low !== null && one.low !== null && low >= one.low))
    return [{ key: 'low', text }]
  if (bands.some(({ high }) => high !== null && one.high !== null && high <= one.high))
    return [{ key: 'high', text }]
  return []
}

function overlapping(intervals: readonly CatalogueInterval[]): Fault[] {
  const byParameter = Map.groupBy(
    intervals.map((one, index) => ({ one, index })),
    ({ one }) => one.parameter,
  )
  return [...byParameter.values()].flatMap((rows) =>
    rows.flatMap(({ one, index }, n) => {
      const isTaken = rows
        .slice(0, n)
        .some(({ one: other }) => other.isActive && overlaps(asReference(one), asReference(other)))
      if (!one.isActive || !isTaken) return []
      const text = 'Another row holds for the same sex, age and method.'
      return [{ part: 'intervals' as const, index, key: 'ageFrom', text }]
    }),
  )
}

/** As the domain compares them. */
function asReference({ parameter, ...one }: CatalogueInterval) {
  return { ...one, id: '', code: parameter, labPartnerId: null, validFrom: '2000-01-01', validTo: null }
}

function itemFaults(
  item: CatalogueItem,
  parameters: ReadonlyMap<string, CatalogueParameter>,
  tests: ReadonlyMap<string, CatalogueItem>,
  codes: ReadonlySet<string>,
): RowFault[] {
  const faults: RowFault[] = []
  const unknown = item.parameters.filter((code) => !parameters.has(code))
  if (unknown.length > 0)
    faults.push({ key: 'parameters', text: `There is no parameter ${unknown.join(', ')}.` })
  for (const key of ['parameters', 'tests'] as const)
    if (new Set(item[key]).size < item[key].length) faults.push({ key, text: 'A code is here twice.' })
  const missing = item.tests.filter((code) => !tests.has(code))
  if (missing.length > 0) {
    const isPackage = missing.some((code) => codes.has(code))
    faults.push({
      key: 'tests',
      text: isPackage
        ? `${missing.join(', ')} is a package: list its tests.`
        : `There is no test ${missing.join(', ')}.`,
    })
  }
  if (item.originalPrice !== null && (item.price === null || item.originalPrice < item.price))
    faults.push({ key: 'originalPrice', text: 'The original price is below the price.' })
  if (item.ageMin !== null && item.ageMax !== null && item.ageMin > item.ageMax)
    faults.push({ key: 'ageMax', text: 'The oldest age is below the youngest.' })
  return faults
}

function isReversed(interval: { low: number | null; high: number | null } | null): boolean {
  return interval !== null && interval.low !== null && interval.high !== null && interval.low >= interval.high
}

/** The unit of a parameter that has results, as UCUM and as it is printed. */
export type UnitInUse = Pick<CatalogueParameter, 'ucum' | 'unit'>
/** By the codes of the parameters */
export type UnitsInUse = Readonly<Record<string, UnitInUse>>

/** A parameter whose results were reported keeps its unit: they are stored as numbers, and would mean something else. */
export function unitFaults(
  { parameters }: { parameters: readonly Pick<CatalogueParameter, 'code' | keyof UnitInUse>[] },
  unitsInUse: UnitsInUse,
): Fault[] {
  return faultsIn('parameters', parameters, ({ code, ucum, unit }) => {
    const inUse = unitsInUse[code]
    if (inUse === undefined) return []
    const text = `${code} has results in ${inUse.unit || inUse.ucum || 'words'}. Add a parameter with another code for the other unit.`
    if (inUse.ucum !== ucum) return [{ key: 'ucum', text }]
    // another spelling of the same unit is none
    const spelt = unitOf(unit ?? '')
    const isSame =
      (inUse.unit ?? '') === (unit ?? '') || (spelt !== undefined && spelt === unitOf(inUse.unit ?? ''))
    return isSame ? [] : [{ key: 'unit', text }]
  })
}
