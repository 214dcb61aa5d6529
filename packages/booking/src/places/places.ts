import { LogUnavailableError } from '@jaanch/eventlog/append'
import { appendIdOf } from '@jaanch/eventlog/idempotency'
import { type Area, areaOfPincode } from '@jaanch/pincodes/read-places'
import { TooManyError } from '@jaanch/platform/limits/limits'
import { keepUntilForgotten } from '@jaanch/platform/share-calls'
import type pg from 'pg'
import type { Place } from '../booking.ts'
import type { Limits } from '../limits.ts'
import type { Taken } from '../visit/place-change.ts'
import { isPlaceLost, isTooManyVisits } from '../visit/visit-rows.ts'

/**
 * The areas that labs limit, so that bookings cost nothing more where nothing is limited. An area may be among them without being
 * limited, for example that of a suspended lab: `hold_slot` decides.
 */
type LimitedAreas = {
  /** Whether a lab may limit the PIN code or its city */
  mayLimit(area: Area): Promise<boolean>
  /** Labs may have changed what they declared: what is kept is void. */
  forget(): void
}

/** ms; a change is notified, so this bounds the time after a notification that was lost */
const keptForMs = 30_000

type Declared = { pincodes: ReadonlySet<string>; cities: ReadonlySet<string> }

export function createLimitedAreas(pool: pg.Pool): LimitedAreas {
  async function read(): Promise<Declared> {
    const { rows } = await pool.query<{ area: string; isCity: boolean }>({
      name: 'limited-areas',
      text: `select distinct unnest(limiting_pincodes) as area, false as "isCity" from lab_capacities
              union all select distinct unnest(limiting_cities), true from lab_capacities`,
    })
    const of = (isCity: boolean) =>
      new Set(rows.filter((row) => row.isCity === isCity).map(({ area }) => area))
    return { pincodes: of(false), cities: of(true) }
  }

  const declared = keepUntilForgotten(keptForMs, read)
  return {
    async mayLimit({ pincode, city }) {
      const { pincodes, cities } = await declared.get()
      return pincodes.has(pincode) || cities.has(city)
    },
    forget: declared.forget,
  }
}

/** Declared by no lab: of a customer who erased their account */
const nowhere: Area = { pincode: '', city: '' }

/** The area of an address. The PIN code alone decides, as for the slots that are shown: people spell cities in many ways. */
export function areaOf(address: { pincode?: unknown; city?: unknown }): Area {
  return areaOfPincode(String(address.pincode ?? ''))
}

/** @returns where the sample of a booking is collected; with '' for a customer who erased their account */
export async function areaOfBooking(db: pg.Pool, bookingId: string): Promise<Area> {
  const { rows } = await db.query<{ address: { pincode?: unknown } | null }>({
    name: 'area-of-booking',
    text: `select address from booking_details where booking_id = $1`,
    values: [bookingId],
  })
  return rows[0]?.address ? areaOf(rows[0].address) : nowhere
}

/** A visit that needs a place. */
type WantedVisit = {
  area: Area
  customerId: string
  packageIds: readonly string[]
  /** Slots in the order in which they are tried, with dates in Asia/Kolkata */
  slots: readonly Pick<Place, 'date' | 'slot'>[]
  /** Labs that do not collect within four hours do not count */
  isInstant: boolean
  /** The customer's hold */
  holdId?: string | null | undefined
  /** The lab that is assigned: it must keep the visit, whatever area it declared */
  labPartnerId?: string | null
}

type Needs = {
  logDb: pg.Pool
  limitedAreas: { mayLimit(area: Area): Promise<boolean> }
  limits: Pick<Limits, 'unprovenVisits'>
  log: { warn(details: object, text: string): void }
}

/** A booking that needs longer than this lost its place: longer than an append is repeated, s */
const heldForS = 60
/** Holds of one customer for requests under way, which other limits bound */
const most = 1_000

/** The places that one request takes while its visit is decided on. */
type RequestPlaces = {
  /** How many were lost to others before they were booked */
  readonly lost: number
  /** Whether a place was lost, and is to be looked for once more */
  isLost(error: unknown): boolean
  /**
   * Finds the customer's hold for a visit, or holds a place for the request itself, in place of another one that it held.
   * @param request its hold has an id that follows from this, so that repeated requests hold one place
   * @returns null where nothing is limited, 'full' if no lab has a place in one of the slots
   */
  take(visit: WantedVisit, request: readonly string[]): Promise<Taken | 'full'>
  /** Gives up what was held for the request alone. Nothing happens to what was booked. */
  giveUp(): Promise<void>
  /**
   * Runs what books the places, and gives up what it did not book. Not if the log gave no answer: the append may still be recorded, and
   * needs its hold then. What nobody books expires.
   * @throws TooManyError if the append is refused because as many visits of an unproven account are open as it may have
   */
  book<Booked extends { isNew: boolean }>(run: () => Promise<Booked>): Promise<Booked>
}

/** Takes the places of visits. */
export type Places = {
  /** @param mostLost places that may be lost, for example because a hold expires in this moment, before the request is refused; default 1 */
  ofRequest(mostLost?: number): RequestPlaces
  /** Gives a hold up that is not needed, whatever happens: else it expires. */
  giveUp(hold: string, customerId: string): Promise<void>
}

export function createPlaces(needs: Needs): Places {
  return {
    ofRequest: (mostLost = 1) => createRequestPlaces(needs, mostLost),
    giveUp: (hold, customerId) => giveUpHold(needs, hold, customerId),
  }
}

function createRequestPlaces({ logDb, limitedAreas, limits, log }: Needs, mostLost: number): RequestPlaces {
  const own = new Map<string, string>()
  let lost = 0
  return {
    get lost() {
      return lost
    },
    isLost(error) {
      if (!isPlaceLost(error)) return false
      lost += 1
      return lost <= mostLost
    },
    async take(visit, request) {
      if (!visit.labPartnerId && !(await limitedAreas.mayLimit(visit.area))) return null
      const held = await findHold(logDb, visit)
      if (held) return held
      const holds = visit.slots.map(({ date, slot }) => {
        return { date, slot, hold: appendIdOf('hold', ...request, date, String(slot)) }
      })
      await giveUp(...holds.map(({ hold }) => hold))
      for (const { date, slot, hold } of holds) {
        const { area, packageIds, isInstant, customerId: customer, labPartnerId: lab } = visit
        const wish = { hold, customer, area, date, slot, packageIds, seconds: heldForS, most, lab, isInstant }
        const { outcome, labPartnerId } = await holdSlot(logDb, wish)
        if (outcome === 'open') return null
        if (outcome !== 'held') continue
        own.set(hold, customer)
        return { place: { labPartnerId, date, slot }, hold }
      }
      return visit.slots.length > 0 || (await isLimited(logDb, visit.area)) ? 'full' : null
    },
    giveUp: () => giveUp(),
    async book(run) {
      try {
        const booked = await run()
        if (!booked.isNew) await giveUp()
        return booked
      } catch (error) {
        if (!(error instanceof LogUnavailableError)) await giveUp()
        if (isTooManyVisits(error)) throw new TooManyError(limits.unprovenVisits)
        throw error
      }
    },
  }

  async function giveUp(...except: string[]): Promise<void> {
    for (const [hold, customer] of own) {
      if (except.includes(hold)) continue
      own.delete(hold)
      await giveUpHold({ logDb, log }, hold, customer)
    }
  }
}

async function giveUpHold(
  { logDb, log }: Pick<Needs, 'logDb' | 'log'>,
  hold: string,
  customerId: string,
): Promise<void> {
  try {
    // the log answers that it refuses a booking before its transaction is rolled back, and `release_hold` skips a row that is locked
    await logDb.query({
      name: 'await-hold',
      // does not wait for the disk, as in `releaseHold`
      text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
             select from unflushed, visit_places where id = $1 for share of visit_places`,
      values: [hold],
    })
    await releaseHold(logDb, hold, customerId)
  } catch (err) {
    log.warn({ err }, 'a place stays held until it expires')
  }
}

/** The customer's hold of the slot, if its lab does the tests, and serves the area or is the assigned one. */
async function findHold(
  pool: pg.Pool,
  { area, customerId, packageIds, slots: [slot], isInstant, holdId, labPartnerId }: WantedVisit,
): Promise<Taken> {
  if (!holdId || !slot || isInstant) return null
  const { rows } = await pool.query<{ labPartnerId: string }>({
    name: 'usable-hold',
    text: `select v.lab_partner_id as "labPartnerId" from visit_places v
             join lab_capacities c on c.lab_partner_id = v.lab_partner_id
            where v.id = $1 and v.customer_id = $2 and v.date = $3 and v.slot = $4 and v.expires_at > clock_timestamp()
              and (c.lab_partner_id = $8 or $8 is null and c.lab_partner_id in (select a.lab_partner_id from labs_of_area($5, $6) a))
              and not c.excluded_package_ids && $7::uuid[]`,
    values: [
      holdId,
      customerId,
      slot.date,
      slot.slot,
      area.pincode,
      area.city,
      packageIds,
      labPartnerId ?? null,
    ],
  })
  return rows[0] ? { place: { ...rows[0], ...slot }, hold: holdId } : null
}

/** Gives an own hold up. Nothing happens if there is none. */
export async function releaseHold(pool: pg.Pool, id: string, customerId: string): Promise<void> {
  // does not wait for the disk: as in `hold-slot`. A release that a crash loses happens when the hold expires
  await pool.query({
    name: 'release-hold',
    text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
           select release_hold($1, $2) from unflushed`,
    values: [id, customerId],
  })
}

async function isLimited(pool: pg.Pool, { pincode, city }: Area): Promise<boolean> {
  const { rowCount } = await pool.query('select from labs_of_area($1, $2) limit 1', [pincode, city])
  return rowCount !== 0
}

/** The parameter of `hold_slot`. Slots: `slotNumber` */
type Wish = {
  /** The id of the hold */
  hold: string
  customer: string
  area: Area
  date: string
  slot: number
  packageIds: readonly string[]
  /** How long it is held */
  seconds: number
  /** Holds that the customer may have at a time, with this one */
  most: number
  /** The lab that is assigned: of this one, whatever area it declared */
  lab?: string | null | undefined
  /** Only labs that collect within four hours count */
  isInstant?: boolean | undefined
}

/** `open`: nothing is limited there, so there is no row; `too-many`: holds of this customer */
type Held = {
  outcome: 'held' | 'open' | 'full' | 'too-many'
  labPartnerId: string
  expiresAt: Date
}

/** Holds a place of a lab in a slot. The same hold once more is answered as it is. */
export async function holdSlot(pool: pg.Pool, { area, ...wish }: Wish): Promise<Held> {
  const { rows } = await pool.query<Held>({
    name: 'hold-slot',
    // does not wait for the disk: an append that follows makes the hold durable, a hold alone may be lost in a crash, and a commit that
    // notifies and waits would hold up every append
    text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
           select h.outcome, h.lab_partner_id as "labPartnerId", h.expires_at as "expiresAt" from unflushed, hold_slot($1) h`,
    values: [
      JSON.stringify({ ...wish, pincode: area.pincode, city: area.city, isInstant: wish.isInstant ?? false }),
    ],
  })
  return rows[0] as Held
}
