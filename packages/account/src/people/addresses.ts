import { AppError } from '@jaanch/contracts/errors'
import { onceOnly } from '@jaanch/eventlog/idempotency'
import { kmToCity } from '@jaanch/pincodes/distance'
import { findNearestPlace, placeOfCity, placeOfPincode } from '@jaanch/pincodes/find-place'
import { serveCall } from '@jaanch/platform/http/served'
import { refuseBeyond } from '@jaanch/platform/limits/limits'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { addressView, geocodeCalls, peopleCalls } from './api.ts'
import { countPresent, markDeleted } from './family-members.ts'

const addressColumns = sql.fragment`id, label, address_line1, address_line2, city, state, pincode, landmark, phone`
const createdAddress = addressView.extend({ requestHash: z.string().nullable() })

export const listAddresses = serveCall(peopleCalls.listAddresses, async ({ caller }, { db }) => {
  const views = await db.any(sql.type(addressView)`
    select ${addressColumns} from customer_addresses
     where customer_id = ${caller.userId} and deleted_at is null order by created_at, id`)
  return [...views]
})

export const addAddress = serveCall(
  peopleCalls.addAddress,
  async ({ caller: { userId }, body, idempotencyKey }, { db, limits }) => {
    const once = onceOnly({ kind: 'address', userId, idempotencyKey, content: body })
    const find = (id: string) => findAddress(db, id)
    const earlier = await once.earlier(find)
    if (earlier) return earlier
    refuseBeyond(limits.addresses, await countPresent(db, 'customer_addresses', userId))
    const view = await db.maybeOne(sql.type(addressView)`
      insert into customer_addresses (id, customer_id, label, address_line1, address_line2, city, state, pincode,
                                      landmark, phone, request_hash)
      values (${once.id}, ${userId}, ${body.label}, ${body.street}, ${body.addressLine2}, ${body.city}, ${body.state},
              ${body.pincode}, ${body.landmark}, ${body.phone}, ${once.requestHash})
      on conflict (id) do nothing returning ${addressColumns}`)
    return view ?? once.created(find)
  },
)

async function findAddress(db: DatabasePool, id: string) {
  const row = await db.maybeOne(
    sql.type(createdAddress)`select ${addressColumns}, request_hash from customer_addresses where id = ${id}`,
  )
  if (!row) return undefined
  const { requestHash, ...view } = row
  return { requestHash, view: async () => view }
}

export const changeAddress = serveCall(
  peopleCalls.changeAddress,
  async ({ caller, params, body }, { db }) => {
    const view = await db.maybeOne(sql.type(addressView)`
      update customer_addresses
         set label = ${body.label}, address_line1 = ${body.street}, address_line2 = ${body.addressLine2},
             city = ${body.city}, state = ${body.state}, pincode = ${body.pincode}, landmark = ${body.landmark},
             phone = ${body.phone}
       where id = ${params.id} and customer_id = ${caller.userId} and deleted_at is null
      returning ${addressColumns}`)
    if (!view) throw new AppError('not-found')
    return view
  },
)

export const removeAddress = serveCall(peopleCalls.removeAddress, ({ caller, params }, { db, now }) =>
  markDeleted({ db, now }, 'customer_addresses', params.id, caller),
)

// The city of a position, PIN code or name is found without a third-party service: no position leaves the server.

/** A collector drives no further in two hours, as in `capacity-rows.ts` of bookings */
const servedWithinKm = 60

export const geocode = serveCall(geocodeCalls.geocode, async ({ query }) => {
  const place = findNearestPlace(query.lat, query.lng)
  if (!place) throw new AppError('not-found', 'There is no city here that we serve.')
  return place
})

export const findArea = serveCall(geocodeCalls.findArea, async ({ query }, { nearbyLabs }) => {
  const place = query.pincode === undefined ? placeOfCity(query.city ?? '') : placeOfPincode(query.pincode)
  if (!place) throw new AppError('not-found', 'This place is not known.')
  const { pincode, city, state } = place
  const cities = await nearbyLabs.cities()
  const isNear = (other: string) => (kmToCity(pincode, other) ?? servedWithinKm + 1) <= servedWithinKm
  return { city, state, isServed: cities.length === 0 || cities.includes(city) || cities.some(isNear) }
})
