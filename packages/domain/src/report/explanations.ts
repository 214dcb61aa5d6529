/**
 * Explanations of what a parameter is and what it tells, in two plain sentences: written for Jaanch, without advice and without a diagnosis. The API sends
 * those of a report with the report, so that no page loads all of them.
 */
import { analyteOf } from './analytes.ts'
import { blood } from './explanations/blood.ts'
import { chemistry } from './explanations/chemistry.ts'
import { hormones } from './explanations/hormones.ts'
import { immunity } from './explanations/immunity.ts'
import { urine } from './explanations/urine.ts'
import type { Parameter } from './parameter.ts'

const explanations: Readonly<Record<string, string>> = {
  ...blood,
  ...chemistry,
  ...hormones,
  ...immunity,
  ...urine,
}

/** @returns by the parameter's code; a parameter whose analyte is not explained is missing */
export function explanationsOf(
  parameters: Iterable<Pick<Parameter, 'code' | 'loinc' | 'name'>>,
): Record<string, string> {
  const known: [string, string][] = []
  for (const parameter of parameters) {
    const analyte = analyteOf(parameter)
    const text = analyte === null ? undefined : explanations[analyte]
    if (text) known.push([parameter.code, text])
  }
  return Object.fromEntries(known)
}
