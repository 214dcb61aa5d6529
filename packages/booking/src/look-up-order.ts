import { givingList, presentPrice, pricedPackages } from '@jaanch/catalogue/packages/listed-price'
import { onOffer } from '@jaanch/catalogue/packages/package-rows'
import { batchCalls } from '@jaanch/platform/batch-calls'
import { untilDeadline } from '@jaanch/platform/deadline'
import { keepUntilForgotten } from '@jaanch/platform/keep-for'
import type { Limits } from '@jaanch/platform/limits/limits'
import { isOfDroppedTables, NoReadTablesError, type ReadBarrier } from '@jaanch/platform/reads/barrier'
import type pg from 'pg'
import { addressSnapshot } from './list/booking-details.ts'
import type { BookingTab } from './list/tabs.ts'
import type { FoundOrder, OrderIds } from './price-visit.ts'

/** A superseded generation is dropped after a minute */
const keptForMs = 5_000

// Scalar subqueries: each is one look-up by primary key, whatever the planner assumes about the number of requests.
const lookUpSql = (openBookings: string) => `
  select (select jsonb_build_object('requestHash', request_hash) from booking_details where booking_id = r.booking_id) as earlier,
         (select jsonb_build_object('id', id, 'name', name, 'price', ${presentPrice.sql}, 'priceList', ${givingList.sql}, 'originalPrice', original_price,
                                    'genderSpecific', gender_specific, 'ageMin', age_min, 'ageMax', age_max,
                                    'fastingRequired', fasting_required, 'fastingHours', fasting_hours)
            from ${pricedPackages.sql} where id = r.package_id and ${onOffer.sql}) as ordered,
         case when r.member_id is null
              then (select jsonb_build_object('gender', gender, 'dateOfBirth', date_of_birth) from users where id = r.customer_id)
              else (select jsonb_build_object('gender', gender, 'dateOfBirth', date_of_birth, 'name', name,
                                              'relationship', relationship)
                      from family_members where id = r.member_id and customer_id = r.customer_id and deleted_at is null)
         end as patient,
         (select jsonb_build_object('name', name, 'phone', phone, 'noticeVersion',
                                    (select version from consents where user_id = users.id and purpose = 'notice-booking'
                                      order by id desc limit 1))
            from users where id = r.customer_id) as customer,
         (select ${addressSnapshot.sql} from customer_addresses a
           where id = r.address_id and customer_id = r.customer_id and deleted_at is null) as address,
         ${openBookings} as "openBookings",
         (select case when email_proven_at is null and phone_proven_at is null then count_unproven_visits(id, $6) end
            from users where id = r.customer_id) as "unprovenVisits"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
           with ordinality r (booking_id, customer_id, package_id, address_id, member_id, ordinal)
   order by r.ordinal`

/** The number on the customer's tab of open bookings, as far as the projector has come: one look-up, however many there are */
function countOpen(generation: number): string {
  const tab: BookingTab = 'upcoming'
  return `coalesce((select n::int from read_${generation}.counts where owner = 'customer-' || r.customer_id and tab = '${tab}'), 0)`
}

/**
 * Everything that a new booking needs from the database, in one statement; requests that come together share it. (Five statements
 * by slonik, which does not prepare them, cost the server 1.7 ms a booking, this one 0.2 ms.)
 */
export function createOrderLookUp({
  logDb,
  barrier,
  limits,
}: {
  logDb: pg.Pool
  barrier: Pick<ReadBarrier, 'readView'>
  limits: Pick<Limits, 'unprovenVisits'>
}): (ids: OrderIds) => Promise<FoundOrder> {
  /** The live one, or undefined. It may be a little old: it is asked too often to pass the barrier each time */
  const generation = keepUntilForgotten(keptForMs, () =>
    barrier.readView().then(
      (view) => view.generation,
      (error) => {
        if (error instanceof NoReadTablesError) return undefined
        throw error
      },
    ),
  )

  async function lookUp(orders: OrderIds[]): Promise<FoundOrder[]> {
    const live = await generation.get()
    const { rows } = await logDb.query<FoundOrder>({
      name: `look-up-orders-${live ?? 'without-counts'}`,
      text: lookUpSql(live === undefined ? '0' : countOpen(live)),
      values: [
        orders.map(({ bookingId }) => bookingId),
        orders.map(({ customerId }) => customerId),
        orders.map(({ packageId }) => packageId),
        orders.map(({ addressId }) => addressId),
        orders.map(({ familyMemberId }) => familyMemberId),
        limits.unprovenVisits.max,
      ],
    })
    return rows
  }

  const lookUpOne = batchCalls((orders: OrderIds[]) =>
    lookUp(orders).catch((error) => {
      if (!isOfDroppedTables(error)) throw error
      generation.forget()
      return lookUp(orders)
    }),
  )
  return (ids) => untilDeadline(lookUpOne(ids))
}
