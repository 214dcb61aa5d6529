import { type Analyte, analyteOf, hba1cOfIfcc, loincsOf, unitOfAnalyte } from './analytes.ts'
import type { Parameter } from './parameter.ts'
import { type Formula, formulaOf } from './units.ts'

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

/** Names of methods are what laboratories typed: case and spaces say nothing. `HPLC` is `hplc `, and `Jaffe kinetic` is `JaffeKinetic`. */
export function isSameMethod(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(method: string): string {
  return method.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')
}

/** Whether a text is a LOINC code with the right check digit, which is that of Luhn (LOINC Users' Guide, appendix: mod 10). */
export function isLoinc(value: string): boolean {
  if (!/^\d{1,7}-\d$/.test(value)) return false
  const sum = [...value.replace('-', '')]
    .reverse()
    .map(Number)
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 1 ? digit * 2 : digit
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}
