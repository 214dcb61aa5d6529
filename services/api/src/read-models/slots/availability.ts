import { istDate } from '@jaanch/contracts/calendar'
import type { SlotsView } from '@jaanch/contracts/http/slots'
import { instantSlots } from '@jaanch/domain/booking/schedule'
import { areaOfPincode } from '@jaanch/pincodes/area'
import type pg from 'pg'
import { shareNextOfEqual } from '../../reads/share-next.ts'
import { datesFrom, firstFree, viewDays } from './view-slots.ts'

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

/** What can be chosen at a PIN code. Equal questions that come together share an answer. */
export type ReadSlots = (question: SlotsQuestion) => Promise<SlotsAnswer>

/** `next` is looked for up to this number of days after the first one */
const lookAhead = 30

type FreeRow = {
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
  async function readFree({ pincode, packageIds, visit }: SlotsQuestion, dates: string[]): Promise<FreeRow> {
    const area = areaOfPincode(pincode)
    const { rows } = await pool.query<FreeRow>({
      name: 'slots',
      text: slotsSql,
      values: [area.pincode, area.city, dates, packageIds, visit?.labPartnerId ?? null, visit?.id ?? null],
    })
    return rows[0] as FreeRow
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
