import type { Gender } from '@jaanch/contracts/vocabulary'

/** Both bounds belong to it; null is open. */
export type Interval = { low: number | null; high: number | null }

/** What a laboratory measures, as the catalogue has it. */
export type Parameter = {
  code: string
  name: string
  loinc: string | null
  /** Unit for machines (UCUM); null when the parameter has words for values */
  ucum: string | null
  /** Unit for people; '' and null: none */
  unit: string | null
  /** Digits after the point of a result and of its interval; null when the parameter has words for values */
  decimals: number | null
  male: Interval | null
  female: Interval | null
  criticalLow: number | null
  criticalHigh: number | null
  /** The words that a result can be; `['text']` takes any */
  options: string[] | null
  /** The expected one of the words; null where none is (a blood group) */
  normal: string | null
}

export type Sex = Gender | null

/** Any text will do: a smear's description */
export function takesAnyText({ options }: Parameter): boolean {
  return options?.length === 1 && options[0] === 'text'
}
