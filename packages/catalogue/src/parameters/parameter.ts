import type { Gender } from '@jaanch/contracts/vocabulary'

/** Both bounds are included; null: open. */
export type Interval = { low: number | null; high: number | null }

/** Critical limits of some ages, in completed months, `ageFrom` included, `ageTo` excluded. null: this bound is that of the parameter. */
export type CriticalAge = {
  ageFrom: number
  ageTo: number
  low: number | null
  high: number | null
  /** Where it is published */
  source: string
}

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
  /** The limits of adults, and of every age that `criticalAges` does not name */
  criticalLow: number | null
  criticalHigh: number | null
  /** At most one for an age and a bound */
  criticalAges: readonly CriticalAge[]
  /** The allowed texts that are critical at every age; their flag stays `abnormal` */
  criticalTexts: readonly string[]
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
