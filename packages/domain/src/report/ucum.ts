/**
 * Unit conversions between a laboratory's system and the catalogue. Only units that differ by a power of ten are converted,
 * so nothing is rounded and no molar mass is assumed: 10*9/L of platelets is 10*3/uL, but mmol/L of glucose is refused.
 * Codes are UCUM (https://ucum.org/ucum).
 *
 * Each kind lists the power of ten of its units relative to the base unit. Annotations in braces are part of the code:
 * ng/mL{FEU} of D-dimer is about twice ng/mL.
 */
const kinds: readonly Readonly<Record<string, number>>[] = [
  // mass, base g/L
  {
    'g/dL': 1,
    'g/L': 0,
    'mg/mL': 0,
    'mg/dL': -2,
    'mg/L': -3,
    'ug/mL': -3,
    'ug/dL': -5,
    'ug/L': -6,
    'ng/mL': -6,
    'ng/dL': -8,
    'ng/L': -9,
    'pg/mL': -9,
  },
  // amount of substance, base mol/L
  { 'mmol/L': -3, 'umol/L': -6, 'nmol/mL': -6, 'nmol/L': -9, 'pmol/mL': -9, 'pmol/L': -12 },
  // cells, base 1/L
  {
    '10*12/L': 12,
    '10*6/uL': 12,
    '10*9/L': 9,
    '10*3/uL': 9,
    '10*3/mm3': 9,
    '/uL': 6,
    '/mm3': 6,
  },
  // international units, base [IU]/L (comparable within one parameter, which is one substance)
  { 'k[IU]/L': 3, '[IU]/mL': 3, '[IU]/L': 0, 'm[IU]/mL': 0, 'm[IU]/L': -3, 'u[IU]/mL': -3 },
  // arbitrary units, base [arb'U]/L; laboratories write U
  { "k[arb'U]/L": 3, "[arb'U]/mL": 3, 'kU/L': 3, 'U/mL': 3, "[arb'U]/L": 0 },
  { 'mg/g{creat}': 0, 'mg/g': 0, 'ug/mg': 0 },
  { 'mL/min/{1.73_m2}': 0, 'mL/min/1.73.m2': 0 },
  { 'ng/mL{FEU}': 0, 'ug/L{FEU}': 0, 'ug/mL{FEU}': 3, 'mg/L{FEU}': 3 },
]

/** Units of a parameter without unit: 1 in UCUM, with or without an annotation in braces; and pH. */
const withoutUnit = /^(1|\{[^}]*\}|\[pH\])$/

/** @returns the power of ten that converts a number from `from` to `to`; undefined if they are not convertible */
export function powerBetween(from: string | undefined, to: string): number | undefined {
  if (from === to) return 0
  if (withoutUnit.test(to)) return from === undefined || withoutUnit.test(from) ? 0 : undefined
  if (from === undefined) return undefined
  const kind = kinds.find((units) => from in units && to in units)
  return kind && (kind[from] as number) - (kind[to] as number)
}

/** Shifts the decimal point of a number's text, which is exact. @returns the number without exponent */
export function shifted(value: number, power: number): string {
  const [digits, exponent = '0'] = String(value).split('e')
  const moved = Number(`${digits}e${Number(exponent) + power}`)
  return moved.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 })
}
