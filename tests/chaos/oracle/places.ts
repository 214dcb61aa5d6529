/**
 * Explains refusals because no place was free, and finds slots of which more was booked than their lab declared. A trigger records each
 * change of the places that are taken, in the transaction that makes it and under the lock of the date, so the records of a date are in
 * the order in which they became visible. Whoever refuses has the same lock: what it saw is one of the states between the sending of
 * the request and its answer.
 */
import type { Place } from '@jaanch/contracts/booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { prescriptionOrderTime, slotNumber } from '@jaanch/contracts/vocabulary'
import { instantSlots } from '@jaanch/domain/booking/schedule'
import { areaOfPincode } from '@jaanch/pincodes/area'
import { clockSkewsMs } from '../faults/schedule.ts'
import type { FullRefusal } from './oracle.ts'
import { type LoggedEvent, withDatabase } from './outcome.ts'

type Capacity = {
  labPartnerId: string
  weekdays: number[]
  /** Visits in each slot */
  slots: number[]
  instant: boolean
  excludedPackageIds: string[]
  daysOff: string[]
}
/** `taken` in each slot from `at` on, ms since 1970 */
type Change = { at: number; labPartnerId: string; date: string; taken: number[] }

export type Places = {
  capacities: ReadonlyMap<string, Capacity>
  /** In the order in which they became visible */
  changes: readonly Change[]
  /** The labs that limit an area, by its PIN code and by the ids of the addresses and customers there */
  labsOf: ReadonlyMap<string, string[]>
}

/** From now on, places that are taken and given back are recorded. @param databaseUrl of the owner */
export async function recordPlaces(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, (db) =>
    db.query(`
      create table chaos_places (id bigserial primary key, at timestamptz, lab_partner_id uuid, date date, taken smallint[]);
      insert into chaos_places (at, lab_partner_id, date, taken)
        select clock_timestamp(), lab_partner_id, date, taken from lab_days;
      create function record_places() returns trigger language plpgsql security definer as $$
      begin
        insert into public.chaos_places (at, lab_partner_id, date, taken)
        values (clock_timestamp(), new.lab_partner_id, new.date, new.taken);
        return null;
      end $$;
      create trigger record_places after insert or update on lab_days for each row execute function record_places();`),
  )
}

export function readPlaces(databaseUrl: string): Promise<Places> {
  return withDatabase(databaseUrl, async (db) => {
    const rows = async <Row>(text: string, values: unknown[] = []) =>
      (await db.query(text, values)).rows as Row[]
    const changes = await rows<Change>(
      `select extract(epoch from at)::float8 * 1000 as at, lab_partner_id as "labPartnerId", date::text as date, taken
         from chaos_places order by id`,
    )
    const capacities = await rows<Capacity>(
      `select lab_partner_id as "labPartnerId", weekdays, slots, instant, excluded_package_ids as "excludedPackageIds",
              days_off::text[] as "daysOff" from lab_capacities`,
    )
    const labsOf = new Map<string, string[]>()
    const addresses = await rows<{ id: string; customerId: string; pincode: string }>(
      `select id, customer_id as "customerId", pincode from customer_addresses`,
    )
    for (const { id, customerId, pincode } of addresses) {
      const area = areaOfPincode(pincode)
      const labs = await rows<{ lab: string }>('select lab_partner_id as lab from labs_of_area($1, $2)', [
        area.pincode,
        area.city,
      ])
      for (const key of [id, customerId, pincode])
        labsOf.set(
          key,
          labs.map(({ lab }) => lab),
        )
    }
    return { changes, capacities: new Map(capacities.map((each) => [each.labPartnerId, each])), labsOf }
  })
}

/**
 * @param since position of the last event before the run
 * @returns one sentence for each slot in which customers had more open bookings at one moment than its lab declared visits
 */
export function findOverbooked(
  events: readonly LoggedEvent[],
  { capacities }: Places,
  since: number,
): string[] {
  /** The places of the bookings that are where their customers placed them; an admin may exceed what a lab declared */
  const open = new Map<string, string>()
  const overbooked = new Set<string>()
  for (const { position, streamId, type, data } of events) {
    if (position <= since) continue
    const place = data.place as Place | null | undefined
    const key = place ? `${place.labPartnerId} ${place.date} ${place.slot}` : ''
    const capacity = place && capacities.get(place.labPartnerId)
    if (type === 'BookingPlaced' && place && capacity) {
      open.set(streamId, key)
      const count = [...open.values()].filter((other) => other === key).length
      if (count > visitsOf(capacity, place.date, place.slot)) overbooked.add(`${key}: ${count} bookings`)
    } else if (
      /^(BookingCancelled|OrderDeclined)$/.test(type) ||
      ('place' in data && open.get(streamId) !== key)
    )
      open.delete(streamId)
  }
  return [...overbooked]
}

/** @returns one sentence for each refusal although a lab had a free place all the time */
export function findUnexplained(refusals: readonly FullRefusal[], places: Places): string[] {
  return refusals
    .filter((refusal) => !isExplained(refusal, places))
    .map(({ call, sentAt, answeredAt }) => {
      const from = new Date(sentAt).toISOString()
      return `${call.method} ${call.path} ${JSON.stringify(call.body)}: full between ${from} and ${answeredAt - sentAt} ms later, but there was a place`
    })
}

function isExplained({ call, sentAt, answeredAt }: FullRefusal, places: Places): boolean {
  const body = call.body as Record<string, unknown>
  const where = String(body.addressId ?? body.customerId ?? body.pincode)
  const labs = (places.labsOf.get(where) ?? []).flatMap((id) => places.capacities.get(id) ?? [])
  // where no lab declared a limit, nothing may be refused
  if (labs.length === 0) return false
  const isInstant = body.collectionType === 'instant'
  const tests = (body.packageIds as string[] | undefined) ?? [String(body.packageId)]
  const counted = labs.filter(
    ({ instant, excludedPackageIds }) =>
      (instant || !isInstant) && !tests.some((id) => excludedPackageIds.includes(id)),
  )
  const isFullAt = ({ date, slot }: Slot) =>
    statesBetween(places.changes, date, sentAt, answeredAt).some((taken) =>
      counted.every((lab) => (taken.get(lab.labPartnerId)?.[slot - 1] ?? 0) >= visitsOf(lab, date, slot)),
    )
  return possibleSlots(body, sentAt, answeredAt).some((slots) => slots.every(isFullAt))
}

type Slot = { date: string; slot: number }

/** The slots that were tried, for each time that the clock of the process may have shown */
function possibleSlots(body: Record<string, unknown>, sentAt: number, answeredAt: number): Slot[][] {
  const [date, time] = [body.scheduledDate ?? body.date, body.scheduledTime ?? body.time]
  if (date && time) return [[{ date: String(date), slot: slotNumber(String(time)) }]]
  const moments = [sentAt, answeredAt].flatMap((at) =>
    [0, ...clockSkewsMs].map((skew) => new Date(at + skew)),
  )
  if (!body.prescriptionId) return moments.map(instantSlots)
  const slot = slotNumber(prescriptionOrderTime)
  return moments.map((now) => [{ date: addDays(istDate(now), 1), slot }])
}

/** What each lab had taken on a date: at the beginning, and after each change until the end */
function statesBetween(changes: readonly Change[], date: string, from: number, to: number) {
  const state = new Map<string, number[]>()
  const states: ReadonlyMap<string, number[]>[] = []
  for (const { at, labPartnerId, taken } of changes.filter((change) => change.date === date)) {
    if (at > to) break
    if (at > from) states.push(new Map(state))
    state.set(labPartnerId, taken)
  }
  return [...states, state]
}

function visitsOf({ weekdays, slots, daysOff }: Capacity, date: string, slot: number): number {
  // ISO weekdays: Sunday is 7
  const isClosed = daysOff.includes(date) || !weekdays.includes(new Date(date).getUTCDay() || 7)
  return isClosed ? 0 : (slots[slot - 1] ?? 0)
}
