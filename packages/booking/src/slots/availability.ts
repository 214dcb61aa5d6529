import { findCaller } from '@jaanch/account/sessions/authentication'
import { addDays, hasBegun, istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { timeSlots } from '@jaanch/contracts/vocabulary'
import { commandHandler } from '@jaanch/eventlog/command-handler'
import { type Area, areaOfPincode } from '@jaanch/pincodes/read-places'
import { networkOf } from '@jaanch/platform/http/network'
import { serveCall } from '@jaanch/platform/http/served'
import { shareNextOfEqual } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Place } from '../booking.ts'
import { bookingSummaryModel } from '../decider.ts'
import { instantSlots } from '../rules.ts'
import { type SlotsView, slotCalls } from './api.ts'

export const listSlots = serveCall(
  slotCalls.listSlots,
  async ({ query: { visitId, ...query }, request }, services) => {
    await services.rateLimits.count('slotReads', networkOf(request.ip))
    if (isTooFar(query, services.now())) throw new AppError('malformed', 'from lies more than a year ahead.')
    const caller = visitId === undefined ? undefined : await findCaller(services, request)
    const visit = visitId && caller ? await findVisit(services, visitId, caller) : null
    return (await services.readSlots({ ...query, visit })).view
  },
)

type SlotsQuestion = {
  pincode: string
  /** Date in Asia/Kolkata; default: today */
  from?: string | undefined
  days: number
  packageIds: readonly string[]
  /** The visit that is moved: its own place is free, and its lab alone counts if it has one */
  visit: { id: string; labPartnerId: string | null } | null
}

export type SlotsAnswer = {
  view: SlotsView
  /** The labs that the view depends on */
  labs: ReadonlySet<string>
  /** The last date that it depends on, YYYY-MM-DD */
  until: string
}

/** Reads what can be chosen at a PIN code. Equal questions that come together share an answer. */
export type ReadSlots = (question: SlotsQuestion) => Promise<SlotsAnswer>

/** `next` is looked for up to this number of days after the first one */
const lookAhead = 30

type Options = {
  /** Its statements look few rows up by their keys */
  pool: Pick<pg.Pool, 'query'>
  now: () => Date
}

/**
 * Reads what labs declared less what is taken: one statement, two if nothing is free on the days asked for. It reads the labs of the
 * area and a row of `lab_days` for each lab and day, whatever the number of bookings.
 */
export function createReadSlots({ pool, now }: Options): ReadSlots {
  function readFree({ pincode, packageIds, visit }: SlotsQuestion, dates: string[]): Promise<FreeVisits> {
    const area = areaOfPincode(pincode)
    return readFreeVisits(pool, {
      area,
      dates,
      packageIds,
      labPartnerId: visit?.labPartnerId,
      visitId: visit?.id,
    })
  }

  async function read(question: SlotsQuestion): Promise<SlotsAnswer> {
    const at = now()
    const today = istDate(at)
    const { from = today, days: count } = question
    const dates = datesFrom(from, count)
    const { labs, free } = await readFree(question, dates.includes(today) ? dates : [...dates, today])
    const isLimited = labs.length > 0
    const days = viewDays(from, count, (date) => (isLimited ? (free[date]?.all ?? []) : undefined), at)
    const possible =
      !isLimited || instantSlots(at).some(({ date, slot }) => (free[date]?.instant[slot - 1] ?? 0) > 0)
    const next = firstFree(days) ?? (isLimited ? await findLater(question, { from, at }) : undefined)
    const view = { isLimited, instant: { possible }, days, next: next ?? null }
    const last = dates.at(-1) as string
    const until = next && next.date <= last ? last : (datesFrom(from, lookAhead + 1).at(-1) as string)
    return { view, labs: new Set(labs), until: until > last ? until : last }
  }

  async function findLater(
    question: SlotsQuestion,
    { from, at }: { from: string; at: Date },
  ): Promise<SlotsView['next'] | undefined> {
    const dates = datesFrom(from, lookAhead + 1).slice(question.days)
    const { free } = await readFree(question, dates)
    return firstFree(viewDays(dates[0] as string, dates.length, (date) => free[date]?.all ?? [], at))
  }

  return shareNextOfEqual((question) => JSON.stringify(question), read)
}

/** The visits that labs declared, less those that are taken */
export type FreeVisits = {
  /** The labs that it depends on: none where nothing is limited */
  labs: string[]
  /** Free visits by slot of each date on which a lab comes, of all labs and of those that come within four hours */
  free: Record<string, { all: number[]; instant: number[] }>
}

const bySlot = (of: (slot: number) => string) => `array[${[1, 2, 3, 4, 5, 6].map(of).join(', ')}]`
const freeBySlot = (labs: string) =>
  bySlot(
    (slot) =>
      `coalesce(sum(greatest(visits[${slot}] - coalesce(taken[${slot}], 0) + coalesce(places[${slot}], 0), 0)) ${labs}, 0)`,
  )

/**
 * `spare`: places that have a row and count as free, by lab and date: of expired holds, and of the visit that is moved. There are
 * few, and mostly none.
 */
export const slotsSql = `
  with area as materialized (
    select c from labs_of_area($1, $2) c where $5::uuid is null
    union all select c from lab_capacities c where c.lab_partner_id = $5
  ),
  spare as materialized (
    select lab_partner_id, date, ${bySlot((slot) => `count(*) filter (where slot = ${slot})`)} as places
      from (select lab_partner_id, date, slot from visit_places
             where expires_at is not null and date = any ($3::date[]) and expires_at <= statement_timestamp()
            union all select lab_partner_id, date, slot from visit_places where id = $6) v
     where lab_partner_id in (select (c).lab_partner_id from area)
     group by lab_partner_id, date
  ),
  lab_day as (
    select d.date, (area.c).instant as instant, v.visits, l.taken, s.places
      from area
     cross join unnest($3::date[]) d (date)
     cross join lateral (select visits_on(area.c, d.date, $4::uuid[]) as visits offset 0) v
      left join lab_days l on l.lab_partner_id = (area.c).lab_partner_id and l.date = d.date
      left join spare s on s.lab_partner_id = (area.c).lab_partner_id and s.date = d.date
     where v.visits is not null
  )
  select coalesce((select array_agg((c).lab_partner_id::text) from area), '{}') as labs,
         coalesce((select jsonb_object_agg(date, jsonb_build_object('all', free, 'instant', instant))
                     from (select date, ${freeBySlot('')} as free, ${freeBySlot('filter (where instant)')} as instant
                             from lab_day group by date) days), '{}') as free`

type Asked = {
  area: Area
  /** YYYY-MM-DD in India */
  dates: readonly string[]
  packageIds: readonly string[]
  /** Only this lab counts, whatever area it declared */
  labPartnerId?: string | null | undefined
  /** Its own place counts as free */
  visitId?: string | null | undefined
}

/** Reads the labs of the area and a row of `lab_days` for each lab and day, whatever the number of bookings. */
export async function readFreeVisits(
  pool: Pick<pg.Pool, 'query'>,
  { area, dates, packageIds, labPartnerId, visitId }: Asked,
): Promise<FreeVisits> {
  const { rows } = await pool.query<FreeVisits>({
    name: 'slots',
    text: slotsSql,
    values: [area.pincode, area.city, dates, packageIds, labPartnerId ?? null, visitId ?? null],
  })
  return rows[0] as FreeVisits
}

/** So many free visits or fewer are named */
const few = 3

type Slot = SlotsView['days'][number]['slots'][number]

/** Free visits by slot; undefined where nothing is limited */
type FreeOn = (date: string) => readonly number[] | undefined

/** @returns `count` days from `from` on, with what can be chosen on each */
export function viewDays(from: string, count: number, freeOn: FreeOn, now: Date): SlotsView['days'] {
  return datesFrom(from, count).map((date) => {
    const free = freeOn(date)
    return {
      date,
      slots: timeSlots.map((time, index): Slot => {
        if (hasBegun(date, time, now)) return { time, state: 'full' }
        const left = free === undefined ? Number.POSITIVE_INFINITY : (free[index] ?? 0)
        if (left > few) return { time, state: 'open' }
        return left > 0 ? { time, state: 'few', left } : { time, state: 'full' }
      }),
    }
  })
}

/** @returns the first slot of these days that can be chosen */
export function firstFree(days: SlotsView['days']): NonNullable<SlotsView['next']> | undefined {
  for (const { date, slots } of days) {
    const free = slots.find(({ state }) => state !== 'full')
    if (free) return { date, time: free.time }
  }
  return undefined
}

const maxDaysAhead = 366

/** Whether a first date lies beyond what can be asked for. */
export function isTooFar({ from }: { from?: string | undefined }, now: Date): boolean {
  return from !== undefined && from > addDays(istDate(now), maxDaysAhead)
}

/** @returns `count` dates from `from` on, YYYY-MM-DD */
export function datesFrom(from: string, count: number): string[] {
  return Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day))
}

const bookings = commandHandler(bookingSummaryModel)

/** `id`: of its row in `visit_places` */
export type FoundVisit = { id: string; labPartnerId: string | null; place: Place | null }

/** @returns the visit of a booking, for its customer and admins; null for others, or if there is none */
export async function findVisit(
  { logDb }: { logDb: pg.Pool },
  bookingId: string,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
): Promise<FoundVisit | null> {
  if (role === 'lab-partner') return null
  const booking = await bookings.load(logDb, bookingId)
  if (!booking || (role === 'customer' && booking.customerId !== userId)) return null
  return { id: booking.visitId, labPartnerId: booking.labPartnerId, place: booking.place }
}
