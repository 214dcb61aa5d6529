/**
 * What a parameter is and what it tells, in two plain sentences: written for Jaanch, without advice and without a diagnosis. The API sends
 * those of a report with the report, so that no page loads all of them.
 */
import { blood } from './explanations/blood.ts'
import { chemistry } from './explanations/chemistry.ts'
import { hormones } from './explanations/hormones.ts'
import { immunity } from './explanations/immunity.ts'
import { urine } from './explanations/urine.ts'

const explanations: Readonly<Record<string, string>> = {
  ...blood,
  ...chemistry,
  ...hormones,
  ...immunity,
  ...urine,
}

/** @returns by code; a parameter that is not explained is missing */
export function explanationsOf(codes: Iterable<string>): Record<string, string> {
  const known: [string, string][] = []
  for (const code of codes) {
    const text = Object.hasOwn(explanations, code) ? explanations[code] : undefined
    if (text) known.push([code, text])
  }
  return Object.fromEntries(known)
}
