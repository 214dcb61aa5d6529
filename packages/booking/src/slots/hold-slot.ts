/** Rows of `visit_places` that are held for a customer. They expire by the clock of the database. */

import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import type { ResponseOf } from '@jaanch/contracts/http/route'
import { slotNumber } from '@jaanch/contracts/vocabulary'
import { type Created, type Once, onceOnly } from '@jaanch/eventlog/idempotency'
import { areaOfPincode } from '@jaanch/pincodes/read-places'
import { type Services, serveCall } from '@jaanch/platform/http/served'
import { TooManyError } from '@jaanch/platform/limits/limits'
import pg from 'pg'
import { holdSlot as holdRow, releaseHold } from '../places/places.ts'
import { slotCalls } from './api.ts'
import { type FoundVisit, findVisit } from './availability.ts'

type Hold = ResponseOf<typeof slotCalls.holdSlot>

/** How long a slot is held, and how much longer once it is renewed, ms */
const holdMs = 10 * 60_000

export const holdSlot = serveCall(
  slotCalls.holdSlot,
  async ({ body, caller, idempotencyKey }, { logDb, limits, rateLimits, now }) => {
    const { date, time } = body
    const visit = body.visitId ? await findVisit({ logDb }, body.visitId, caller) : null
    if (body.visitId && !visit) throw new AppError('not-found', 'This booking is not known.')
    const asked = { ...body, customerId: caller.userId, slot: slotNumber(time) }
    const once = onceOnly({ kind: 'hold', userId: caller.userId, idempotencyKey, content: body })
    const find = () => findHold(logDb, once, asked)
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    if (date < istDate(now())) throw new AppError('date-past')
    if (hasBegun(date, time, now())) throw new AppError('slot-begun')
    if (isOwn(visit, asked)) return openHold(once.id, now())
    const renewed = await renewHold(logDb, once.id, asked)
    if (renewed) return renewed
    await rateLimits.count('holdsPlaced', caller.userId)
    const held = await holdPlace({ logDb, limits, now }, once.id, {
      ...asked,
      onlyLab: visit?.labPartnerId ?? null,
    })
    return held ?? once.created(find)
  },
)

export const releaseSlot = serveCall(slotCalls.releaseSlot, async ({ params, caller }, { logDb }) => {
  await releaseHold(logDb, params.id, caller.userId)
  return undefined
})

/** Whether it is the slot that the visit has: it needs no second place */
function isOwn(visit: FoundVisit | null, { date, slot }: { date: string; slot: number }): boolean {
  return visit?.place?.date === date && visit.place.slot === slot
}

/** The slot that a customer asks for */
type Asked = {
  customerId: string
  pincode: string
  date: string
  slot: number
  packageIds: readonly string[]
  /** An own hold, to be renewed */
  holdId?: string | null | undefined
}

type HoldRow = { id: string; expires_at: Date; is_renewed: boolean; date: string; slot: number }

const uniqueViolation = '23505'
const columns = 'id, expires_at, is_renewed, date, slot'

/** @returns what an earlier request with this id got: its hold, or the renewal of one */
async function findHold(
  pool: pg.Pool,
  { id, requestHash }: Pick<Once, 'id' | 'requestHash'>,
  asked: Asked,
): Promise<Created<Hold> | undefined> {
  const { rows } = await pool.query<HoldRow>({
    name: 'find-hold-to-renew',
    text: `select ${columns} from visit_places
            where id = any (array[$1, $2]::uuid[]) and (id = $1 or renewed_by = $1) and customer_id = $3 and bookings = 0
              and expires_at > clock_timestamp()`,
    values: [id, asked.holdId ?? null, asked.customerId],
  })
  const [row] = rows
  if (!row) return undefined
  const isSame = row.date === asked.date && row.slot === asked.slot
  return { requestHash: isSame ? requestHash : null, view: async () => present(row) }
}

/**
 * Extends an own hold of the same slot, once.
 * @returns undefined if there is none: it has expired, or was never needed
 * @throws AppError hold-renewed
 */
async function renewHold(pool: pg.Pool, id: string, asked: Asked): Promise<Hold | undefined> {
  if (!asked.holdId) return undefined
  const own = `id = $1 and customer_id = $2 and date = $3 and slot = $4 and bookings = 0 and expires_at > clock_timestamp()`
  const values = [asked.holdId, asked.customerId, asked.date, asked.slot]
  const { rows } = await pool.query<HoldRow>({
    name: 'renew-hold',
    text: `update visit_places set is_renewed = true, renewed_by = $5, expires_at = clock_timestamp() + $6::interval
            where ${own} and not is_renewed returning ${columns}`,
    values: [...values, id, `${holdMs} ms`],
  })
  if (rows[0]) return present(rows[0])
  const { rowCount } = await pool.query({
    name: 'own-hold',
    text: `select from visit_places where ${own}`,
    values,
  })
  if (rowCount) throw new AppError('hold-renewed')
  return undefined
}

/**
 * Takes a place of a lab of the area; where nothing is limited there is no row.
 * @returns undefined if another request has this id
 * @throws AppError slot-full; TooManyError
 */
async function holdPlace(
  { logDb, limits, now }: Pick<Services, 'logDb' | 'limits' | 'now'>,
  id: string,
  { customerId: customer, pincode, date, slot, packageIds, onlyLab: lab }: Asked & { onlyLab: string | null },
): Promise<Hold | undefined> {
  const most = Math.min(limits.holds.max, maxInteger)
  const area = areaOfPincode(pincode)
  try {
    const wish = { hold: id, customer, area, date, slot, packageIds, seconds: holdMs / 1_000, most, lab }
    const { outcome, expiresAt } = await holdRow(logDb, wish)
    if (outcome === 'open') return openHold(id, now())
    if (outcome === 'too-many') throw new TooManyError(limits.holds, holdMs)
    if (outcome !== 'held') throw new AppError('slot-full')
    return { id, expiresAt: expiresAt.toISOString(), isRenewable: true }
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return undefined
    throw error
  }
}

/** The parameter of `hold_slot` is an integer; LIMIT_SCALE may be large */
const maxInteger = 2_147_483_647

/** An answer without a row, where none is needed */
function openHold(id: string, now: Date): Hold {
  return { id, expiresAt: new Date(now.getTime() + holdMs).toISOString(), isRenewable: true }
}

function present(row: HoldRow): Hold {
  return { id: row.id, expiresAt: row.expires_at.toISOString(), isRenewable: !row.is_renewed }
}
