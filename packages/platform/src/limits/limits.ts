/**
 * Limits of what one person, account or network may do. Each subject declares its own; the host collects them (services/api/src/limits.ts).
 * A request beyond a limit is answered 429 with Retry-After.
 */
import { AppError } from '@jaanch/contracts/errors'

export type Limit = {
  readonly name: string
  /** The number that is allowed */
  readonly max: number
  /** The time in which it is counted, s. Without one it is the number of what exists at a time */
  readonly windowS?: number
  /**
   * How rate-limits.ts counts it: by network, or by the id of a user, a lab or a link; in Redis for all API processes, or in each
   * process, for what is in the way of many requests, which must not wait for Redis. Without it, whoever refuses counts rows.
   */
  readonly counted?: { readonly by: 'id' | 'network'; readonly in: 'redis' | 'process' }
  readonly what: string
  readonly per: string
  /** The sentence of the answer. @param max as LIMIT_SCALE made it */
  readonly text: (max: number) => string
}

export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour

type Declared = Omit<Limit, 'name'>

/** @returns the limits of a subject, which know their names */
export function limits<const Table extends Record<string, Declared>>(table: Table) {
  const named = Object.entries<Declared>(table).map(([name, limit]) => [name, { name, ...limit }])
  return Object.fromEntries(named) as {
    readonly [Name in keyof Table]: Limit & Pick<Table[Name], 'counted' & keyof Table[Name]>
  }
}

/** Limits as this process applies them */
export type LimitsOf<Table> = { readonly [Name in keyof Table]: Limit }

type Options<Table> = {
  /** Multiplies all numbers; default 1 */
  scale?: number | undefined
  /** Numbers in place of the table's */
  numbers?: Partial<Record<keyof Table, number>> | undefined
}

export function createLimits<Table extends Readonly<Record<string, Limit>>>(
  table: Table,
  { scale = 1, numbers = {} }: Options<Table>,
): LimitsOf<Table> {
  const scaled = Object.entries(table).map(([name, limit]) => [
    name,
    { ...limit, max: (numbers[name] ?? limit.max) * scale },
  ])
  return Object.fromEntries(scaled)
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
