/** The reference interval over time, as a chart shows it behind the results of a person. */
import { adultMonths, type ReferenceInterval, whoIs } from '@jaanch/catalogue/parameters/interval'
import type { Parameter } from '@jaanch/catalogue/parameters/parameter'
import { addDays } from '@jaanch/contracts/calendar'
import { intervalFor } from '../results/interpret.ts'

type Bounds = { low: number | null; high: number | null }

/** @property on IST date of the collection @property bounds of the interval that was stored with the result; null: it had none */
export type BandPoint = {
  on: string
  bounds: Bounds | null
  labPartnerId: string | null
  method: string | null
}

/** An interval from one date to another, `to` excluded; both bounds null: there is no interval then. */
export type BandStep = Bounds & { from: string; to: string }

export type Person = Parameters<typeof whoIs>[0]

/**
 * At each result the interval that was stored with it applies, and until the next one; in between, another one follows when a birthday
 * or the catalogue changes what would be selected for the same lab and method.
 * @param points in the order of time @param intervals active ones, of the parameter @param until IST date, excluded
 */
export function bandOf(
  parameter: Pick<Parameter, 'code' | 'male' | 'female'>,
  person: Person,
  points: readonly BandPoint[],
  intervals: readonly ReferenceInterval[],
  until: string,
): BandStep[] {
  const steps: BandStep[] = []
  for (const [index, point] of points.entries()) {
    const end = points[index + 1]?.on ?? until
    const { labPartnerId, method } = point
    const select = (on: string) =>
      intervalFor(parameter, whoIs(person, on), intervals, { on, labPartnerId, method }).interval
    let known = select(point.on)
    add(steps, { ...boundsOf(point.bounds), from: point.on, to: end })
    for (const on of datesOfChange(person, intervals, point.on, end)) {
      const next = select(on)
      if (isSame(known, next)) continue
      known = next
      add(steps, { ...boundsOf(next), from: on, to: end })
    }
  }
  return steps
}

/** Ends the last step where this one begins, or makes it longer if they are equal. Two results of a day: the later one counts. */
function add(steps: BandStep[], step: BandStep): void {
  const last = steps.at(-1)
  if (last && isSame(last, step) && last.to >= step.from) {
    last.to = step.to
    return
  }
  if (last) last.to = step.from
  if (last && last.to <= last.from) steps.pop()
  if (step.from < step.to) steps.push(step)
}

/** The days between two dates on which another interval may apply, in their order. */
function datesOfChange(
  { dateOfBirth }: Person,
  intervals: readonly ReferenceInterval[],
  from: string,
  to: string,
): string[] {
  const ages = [adultMonths, ...intervals.flatMap(({ ageFrom, ageTo }) => [ageFrom, ageTo ?? 0])]
  const birthdays = dateOfBirth === null ? [] : ages.map((months) => dateAtAge(dateOfBirth, months))
  const changes = intervals.flatMap(({ validFrom, validTo }) => [validFrom, validTo ?? ''])
  return [...new Set([...birthdays, ...changes])].filter((date) => from < date && date < to).toSorted()
}

/** @returns the first day on which somebody has completed these months, as `ageInMonths` counts them */
export function dateAtAge(dateOfBirth: string, months: number): string {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number)
  const total = year * 12 + month - 1 + months
  const first = new Date(Date.UTC(Math.floor(total / 12), total % 12, 1)).toISOString().slice(0, 10)
  const date = addDays(first, day - 1)
  // a month without this day: the first of the next
  return date.slice(0, 7) === first.slice(0, 7) ? date : `${date.slice(0, 7)}-01`
}

function isSame(one: Bounds | null, other: Bounds | null): boolean {
  return (one?.low ?? null) === (other?.low ?? null) && (one?.high ?? null) === (other?.high ?? null)
}

function boundsOf(bounds: Bounds | null): Bounds {
  return { low: bounds?.low ?? null, high: bounds?.high ?? null }
}
