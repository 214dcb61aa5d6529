import type { Area } from '@jaanch/pincodes/area'
import type pg from 'pg'

/** The parameter of `hold_slot`. Slots: `slotNumber` */
export type Wish = {
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
  /** Of a lab that collects within four hours */
  isInstant?: boolean | undefined
}

/** `open`: nothing is limited there, so there is no row; `too-many`: holds of this customer */
export type Held = {
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
