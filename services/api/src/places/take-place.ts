import type { Place } from '@jaanch/contracts/booking'
import { appendIdOf } from '@jaanch/eventlog/append-id'
import type { Area } from '@jaanch/pincodes/area'
import type { Context } from '../context.ts'

/** What a visit needs a place for. */
export type WantedVisit = {
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

export type TakenPlace = {
  place: Place
  /** The id of the hold, which the append books */
  hold: string
  /** Whether it was taken for this request, and is not the customer's own hold */
  isOurs: boolean
}

/** A booking that needs longer than this lost its place: longer than an append is repeated, s */
const heldForS = 60
/** Holds of one customer for requests under way, which other limits bound */
const most = 1_000

/**
 * Finds the customer's hold for a visit, or holds a place for the request itself.
 * @param request its hold has an id that follows from this, so that repeated requests hold one place
 * @returns 'open' where nothing is limited, 'full' if no lab has a place in one of the slots
 */
export async function takePlace(
  context: Pick<Context, 'logDb'>,
  visit: WantedVisit,
  request: readonly string[],
): Promise<TakenPlace | 'open' | 'full'> {
  const held = await findHold(context, visit)
  if (held) return held
  for (const slot of visit.slots) {
    const taken = await holdPlace(context, visit, slot, request)
    if (taken !== 'full') return taken
  }
  return visit.slots.length > 0 || (await isLimited(context, visit.area)) ? 'full' : 'open'
}

/** Gives a place up that was held for a request and not booked. Nothing happens if it was booked. */
export async function giveUpPlace(
  { logDb, log }: Pick<Context, 'logDb' | 'log'>,
  { customerId }: Pick<WantedVisit, 'customerId'>,
  { hold }: Pick<TakenPlace, 'hold'>,
) {
  await releaseHold({ logDb }, hold, customerId).catch((err) =>
    log.warn({ err }, 'a place stays held until it expires'),
  )
}

/** The customer's hold of the slot, if its lab does the tests, and serves the area or is the assigned one. */
async function findHold(
  { logDb }: Pick<Context, 'logDb'>,
  { area, customerId, packageIds, slots: [slot], isInstant, holdId, labPartnerId }: WantedVisit,
): Promise<TakenPlace | undefined> {
  if (!holdId || !slot || isInstant) return undefined
  const { rows } = await logDb.query<{ labPartnerId: string }>({
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
  return rows[0] && { place: { ...rows[0], ...slot }, hold: holdId, isOurs: false }
}

async function holdPlace(
  { logDb }: Pick<Context, 'logDb'>,
  { area, customerId, packageIds, isInstant, labPartnerId: onlyLab = null }: WantedVisit,
  { date, slot }: WantedVisit['slots'][number],
  request: readonly string[],
): Promise<TakenPlace | 'open' | 'full'> {
  const hold = appendIdOf('hold', ...request, date, String(slot))
  // does not wait for the disk: the append that follows makes the hold durable
  const { rows } = await logDb.query<{ outcome: string; labPartnerId: string }>({
    name: 'hold-place',
    text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
           select h.outcome, h.lab_partner_id as "labPartnerId"
             from unflushed, hold_place($1, $2, $3, $4, $5, $6, $7, make_interval(secs => $8), $9, $11, $10) h`,
    values: [
      hold,
      customerId,
      area.pincode,
      area.city,
      date,
      slot,
      packageIds,
      heldForS,
      most,
      isInstant,
      onlyLab,
    ],
  })
  const [{ outcome, labPartnerId } = { outcome: 'full', labPartnerId: '' }] = rows
  if (outcome === 'open') return 'open'
  return outcome === 'held' ? { place: { labPartnerId, date, slot }, hold, isOurs: true } : 'full'
}

/** Gives an own hold up. Nothing happens if there is none. */
export async function releaseHold(
  { logDb }: Pick<Context, 'logDb'>,
  id: string,
  customerId: string,
): Promise<void> {
  // does not wait for the disk: as in `hold-slot`. A release that a crash loses happens when the hold expires
  await logDb.query({
    name: 'release-hold',
    text: `with unflushed as materialized (select set_config('synchronous_commit', 'off', true))
           select release_hold($1, $2) from unflushed`,
    values: [id, customerId],
  })
}

async function isLimited({ logDb }: Pick<Context, 'logDb'>, { pincode, city }: Area): Promise<boolean> {
  const { rowCount } = await logDb.query('select from labs_of_area($1, $2) limit 1', [pincode, city])
  return rowCount !== 0
}
