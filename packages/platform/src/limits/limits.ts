import { AppError } from '@jaanch/contracts/errors'
import { type Limit, type LimitName, limitTable } from '@jaanch/contracts/limits'

/** The table of limits as this process applies it */
export type Limits = Readonly<Record<LimitName, Limit>>

type Options = {
  /** Multiplies all numbers; default 1 */
  scale?: number | undefined
  /** Numbers in place of the table's */
  numbers?: Partial<Record<LimitName, number>> | undefined
}

export function createLimits({ scale = 1, numbers = {} }: Options): Limits {
  const entries = Object.entries(limitTable) as [LimitName, Limit][]
  return Object.fromEntries(
    entries.map(([name, limit]) => [name, { ...limit, max: (numbers[name] ?? limit.max) * scale }]),
  ) as Limits
}

/** When to ask again about what does not end with time, s */
const laterS = 60 * 60

/** Answered 429 with the sentence of the limit and Retry-After */
export class TooManyError extends AppError {
  override name = 'TooManyError'
  /** Whole seconds */
  readonly retryAfter: number

  /** @param msLeft until it may succeed; default an hour */
  constructor(limit: Pick<Limit, 'max' | 'text'>, msLeft = laterS * 1_000) {
    super('too-many', limit.text(limit.max))
    this.retryAfter = Math.max(1, Math.ceil(msLeft / 1_000))
  }
}

/** @param present how many there are, without the one that is asked for. @throws TooManyError */
export function refuseBeyond(limit: Limit, present: number): void {
  if (present >= limit.max) throw new TooManyError(limit)
}
