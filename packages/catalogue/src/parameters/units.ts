import { type Analyte, analyteOf, analyteOfLoinc, hba1cOfIfcc, loincsOf, unitOfAnalyte } from './analytes.ts'
import type { Parameter } from './parameter.ts'
import { digitsOf, rounded } from './reading.ts'
import { fold, unitSpellings } from './unit-spellings.ts'
import {
  amount,
  type Equation,
  mass,
  molarMassOf,
  scales,
  special,
  substances,
  type UnitSource,
} from './units-table.ts'

/** Annotations that make another quantity of a unit */
const distinguishing = /\{(?:FEU|DDU|creat|1\.73)/i

/** Units of a parameter without unit: 1 in UCUM, with or without an annotation in braces; and pH. */
const withoutUnit = /^(1|\{[^}]*\}|\[pH\])$/

const knownUnits: ReadonlySet<string> = new Set([
  ...scales.flatMap(Object.keys),
  ...special.flatMap(({ equations }) => equations.flatMap(({ from, to }) => [from, to])),
  ...unitSpellings.values(),
])

/**
 * The UCUM code of a unit as a laboratory writes it.
 * @param text a UCUM code, or a spelling such as `gm/dl`, `lakhs/cumm`, `µIU/ml`. An annotation in braces that distinguishes no quantity here is
 *   left out, as UCUM says: `pg/{cell}` is pg
 * @returns undefined: the unit is not known
 */
export function unitOf(text: string): string | undefined {
  const code = text.trim()
  const known = knownUnits.has(code) ? code : unitSpellings.get(fold(code))
  if (known !== undefined || !code.includes('{')) return known
  // `ug{FEU}/mL` and `{10^3}/uL` are spellings of units that must not lose what stands in braces
  const spelt = unitSpellings.get(fold(code.replaceAll(/[{}]/g, '')))
  if (spelt !== undefined) return spelt
  const bare = code.replaceAll(/\/?\{[^{}]*\}(?=$|\/)|\.?\{[^{}]*\}/g, '')
  return bare.includes('{') || distinguishing.test(code) ? undefined : unitOf(bare)
}

/** @returns as `unitOf`, and the codes of UCUM for no unit as they are */
function unitOrUnity(text: string): string | undefined {
  return unitOf(text) ?? (withoutUnit.test(text) ? text : undefined)
}

/**
 * Whether two units of a parameter say the same: `10*3/uL` and `x10^9/L`, also `mEq/L` and `mmol/L` of sodium.
 * @param loinc of the parameter @param one as `unitOf` gives it
 */
function isSameUnit(loinc: string | null, one: string, other: string): boolean {
  if (one === other) return true
  const formula = formulaOf(loinc, one, other)
  return formula?.factor === 1 && formula.offset === 0
}

/**
 * Code and text of a unit must agree, because a number in one unit is another result in the other one.
 * @param said how a message says the unit; texts that are not understood, such as `picograms per cell`, contradict nothing
 * @returns two of them that contradict each other; undefined: none do
 */
export function contradictingUnits(
  { loinc, ucum, unit }: Pick<Parameter, 'loinc' | 'ucum' | 'unit'>,
  said: readonly string[],
): readonly [string, string] | undefined {
  const own = ucum ?? '1'
  const understood = said.flatMap((text) => {
    const isOwn = text === unit || text === own
    const code = isOwn ? own : unitOrUnity(text)
    return code === undefined ? [] : [{ text, code }]
  })
  const [first] = understood
  const other = first && understood.find(({ code }) => !isSameUnit(loinc, code, first.code))
  return first && other && [first.text, other.text]
}

/** How a number in one unit becomes one in another: × factor + offset. */
export type Formula = {
  factor: number
  offset: number
  /** The power of ten, if the factor is one: the decimal point moves */
  power: number | null
  isExact: boolean
  source: UnitSource
}

/** The same unit, without unit, or another unit of the same scale. */
function powerBetween(from: string | undefined, to: string): number | undefined {
  if (from === to) return 0
  if (withoutUnit.test(to)) return from === undefined || withoutUnit.test(from) ? 0 : undefined
  if (from === undefined) return undefined
  const scale = scales.find((units) => from in units && to in units)
  return scale && (scale[from] as number) - (scale[to] as number)
}

/**
 * The permitted conversion of a parameter's numbers between two units.
 * @param loinc of the parameter; null: only the decimal point may move
 * @param from UCUM; undefined: no unit
 * @returns undefined: not permitted
 */
export function formulaOf(loinc: string | null, from: string | undefined, to: string): Formula | undefined {
  const power = powerBetween(from, to)
  if (power !== undefined) return { factor: 10 ** power, offset: 0, power, isExact: true, source: 'ucum' }
  const isOtherPercent = loinc === hba1cOfIfcc && to === '%'
  const analyte = loinc === null || isOtherPercent ? null : analyteOfLoinc(loinc)
  if (from === undefined || analyte === null) return undefined
  return specialFormula(analyte, from, to) ?? molarFormula(analyte, from, to)
}

function specialFormula(analyte: Analyte, from: string, to: string): Formula | undefined {
  const equations = special.find(({ analytes }) => analytes.includes(analyte))?.equations ?? []
  const forward = equations.find((one) => one.from === from && one.to === to)
  if (forward) return asFormula(forward)
  const back = equations.find((one) => one.to === from && one.from === to)
  if (!back) return undefined
  const { factor, offset, source } = back
  return { factor: 1 / factor, offset: -offset / factor, power: null, isExact: factor === 1, source }
}

function asFormula({ factor, offset, isExact, source }: Equation): Formula {
  return { factor, offset, power: null, isExact, source }
}

function molarFormula(analyte: Analyte, from: string, to: string): Formula | undefined {
  const substance = substances.find(({ analytes }) => analytes.includes(analyte))
  if (!substance) return undefined
  const molarMass = molarMassOf(substance.formula)
  const [massFrom, massTo, amountFrom, amountTo] = [mass[from], mass[to], amount[from], amount[to]]
  const rest = { offset: 0, power: null, isExact: false, source: 'ciaaw' } as const
  if (amountFrom !== undefined && massTo !== undefined)
    return { factor: molarMass * 10 ** (amountFrom - massTo), ...rest }
  if (massFrom !== undefined && amountTo !== undefined)
    return { factor: 10 ** (massFrom - amountTo) / molarMass, ...rest }
  return undefined
}

/** @property formula turns the parameter's numbers into those of the tables about the analyte */
export type MeasuredAs = { analyte: Analyte; formula: Pick<Formula, 'factor' | 'offset'> }

/**
 * How the numbers of a parameter compare with those that the tables have about its analyte, such as 7.0 mmol/L of glucose with 126 mg/dL.
 * @returns undefined: nothing is known about the analyte, its results are texts, or its unit cannot be converted
 *   or means other numbers
 */
export function measuredAs(parameter: Pick<Parameter, 'loinc' | 'name' | 'ucum'>): MeasuredAs | undefined {
  const analyte = analyteOf(parameter)
  const unit = analyte && unitOfAnalyte(analyte)
  if (analyte === null || unit === null || parameter.ucum === null) return undefined
  if (parameter.loinc === hba1cOfIfcc && parameter.ucum !== 'mmol/mol') return undefined
  const formula = formulaOf(loincsOf(analyte)[0] ?? null, parameter.ucum, unit)
  return formula && { analyte, formula }
}

/** @param value in the parameter's unit @returns in the unit of the tables */
export function toTableUnit({ formula }: MeasuredAs, value: number): number {
  // 130 × 0.1 is 13 and not 13.000000000000002
  return Number((value * formula.factor + formula.offset).toPrecision(12))
}

/** @param value in the unit of the tables @returns in the parameter's unit, with four digits */
export function fromTableUnit({ formula }: MeasuredAs, value: number): number {
  return Number(((value - formula.offset) / formula.factor).toPrecision(4))
}

export type Converted = { value: number | string } | { refused: string }

type Measured = Pick<Parameter, 'name' | 'loinc' | 'ucum' | 'unit' | 'decimals'>

/**
 * Converts a result into the unit of its parameter. Where the factor is a power of ten the decimal point moves, otherwise the number is
 * rounded to the parameter's decimals, half away from zero; a bound (`<0.3`), and what would become 0, keeps three significant digits at least.
 * @param value a number, a bound or a range; other texts come back as they are
 * @param unit as the laboratory writes it; undefined: none
 * @returns the value, or why not: `the unit of Haemoglobin must be g/dL, not mmol/L`
 */
export function convert(parameter: Measured, value: number | string, unit: string | undefined): Converted {
  const { name, loinc, ucum, decimals } = parameter
  const to = ucum ?? '1'
  const isOwn = unit !== undefined && (unit === to || unit === parameter.unit)
  const from = isOwn ? to : unit === undefined ? undefined : unitOrUnity(unit)
  const formula = unit !== undefined && from === undefined ? undefined : formulaOf(loinc, from, to)
  if (!formula) return { refused: `the unit of ${name} must be ${to}, not ${unit ?? 'missing'}` }
  if (typeof value === 'number') return { value: Number(converted(value, formula, decimals ?? 0)) }
  const isBound = /^\s*[<>≤≥]/.test(value)
  return {
    value: value.replace(/\d+(?:\.\d+)?/g, (digits) =>
      converted(Number(digits), formula, isBound ? boundDecimals(Number(digits), formula) : (decimals ?? 0)),
    ),
  }
}

function converted(value: number, formula: Formula, decimals: number): string {
  const { factor, offset, power, isExact } = formula
  if (power !== null) return shifted(value, power)
  const result = value * factor + offset
  const inDecimals = rounded(result, isExact ? 10 : decimals)
  // rounding must not make a zero of a result that is not one
  return digitsOf(
    inDecimals === 0 && result > 0 ? rounded(result, boundDecimals(value, formula)) : inDecimals,
  )
}

function boundDecimals(value: number, { factor, offset }: Formula): number {
  const result = Math.abs(value * factor + offset)
  return result === 0 ? 0 : Math.min(10, Math.max(0, 2 - Math.floor(Math.log10(result))))
}

/** Shifts the decimal point of a number's text, which is exact. @returns the number without exponent */
function shifted(value: number, power: number): string {
  const [digits, exponent = '0'] = String(value).split('e')
  return digitsOf(Number(`${digits}e${Number(exponent) + power}`))
}
