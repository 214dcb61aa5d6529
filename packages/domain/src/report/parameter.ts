import type { Gender } from '@jaanch/contracts/vocabulary'

/** Both bounds are included; null: open. */
export type Interval = { low: number | null; high: number | null }

/** A parameter of the catalogue that a laboratory measures. */
export type Parameter = {
  code: string
  name: string
  loinc: string | null
  /** UCUM unit; null if the values are texts */
  ucum: string | null
  /** Displayed unit; '' and null: none */
  unit: string | null
  /** Decimals of results and intervals; null if the values are texts */
  decimals: number | null
  male: Interval | null
  female: Interval | null
  criticalLow: number | null
  criticalHigh: number | null
  /** The allowed texts; `['text']` allows any */
  options: string[] | null
  /** The expected text; null if there is none (a blood group) */
  normal: string | null
}

export type Sex = Gender | null

/** Whether any text is allowed, such as the description of a smear */
export function takesAnyText({ options }: Parameter): boolean {
  return options?.length === 1 && options[0] === 'text'
}
