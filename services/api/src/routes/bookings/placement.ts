import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import type { bookingRoutes } from '@jaanch/contracts/http/bookings'
import type { BodyOf } from '@jaanch/contracts/http/route'
import { genderRestrictions, genders } from '@jaanch/contracts/vocabulary'
import type { PlaceDetails } from '@jaanch/domain/booking/commands'
import { ineligibility } from '@jaanch/domain/booking/eligibility'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Caller } from '../../auth/authentication.ts'
import type { Context } from '../../context.ts'
import { onOffer } from '../../read-models/packages.ts'
import { type AddressSnapshot, snapshotAddress } from './details.ts'

type Body = BodyOf<typeof bookingRoutes.placeBooking>

const packageRow = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  originalPrice: z.number().nullable(),
  genderSpecific: z.enum(genderRestrictions),
  ageMin: z.number().nullable(),
  ageMax: z.number().nullable(),
})
const patientRow = z.object({ gender: z.enum(genders).nullable(), dateOfBirth: z.string().nullable() })

/**
 * What a customer orders, at today's prices of the catalogue: the line is the list price, the discount what it is less.
 * @throws AppError for what is not on offer, not meant for the patient, or not the caller's
 */
export async function placementOf(
  { db, now }: Context,
  body: Body,
  bookingId: string,
  caller: Caller,
): Promise<{ details: PlaceDetails; address: AddressSnapshot }> {
  const ordered = await db.maybeOne(sql.type(packageRow)`
    select id, name, price, original_price as "originalPrice", gender_specific as "genderSpecific",
           age_min as "ageMin", age_max as "ageMax"
      from packages where id = ${body.packageId} and ${onOffer}`)
  if (!ordered) throw new AppError('package-unavailable')

  const scheduledDate = body.collectionType === 'scheduled' ? (body.scheduledDate ?? null) : null
  const scheduledTime = body.collectionType === 'scheduled' ? (body.scheduledTime ?? null) : null
  const patient = await db.maybeOne(sql.type(patientRow)`
    select gender, date_of_birth as "dateOfBirth" from ${
      body.familyMemberId
        ? sql.fragment`family_members
           where id = ${body.familyMemberId} and customer_id = ${caller.userId} and deleted_at is null`
        : sql.fragment`users where id = ${caller.userId}`
    }`)
  if (!patient) throw new AppError('not-found', 'This family member is not known.')
  const reason = ineligibility(ordered, patient, scheduledDate ?? istDate(now()))
  if (reason) throw new AppError('invalid', reason)
  const address = await snapshotAddress(db, caller.userId, body.addressId)
  if (!address) throw new AppError('not-found', 'This address is not known.')

  const listPrice = Math.max(ordered.originalPrice ?? 0, ordered.price)
  const details: PlaceDetails = {
    bookingId,
    customerId: caller.userId,
    familyMemberId: body.familyMemberId ?? null,
    prescriptionId: null,
    lines: [{ packageId: ordered.id, name: ordered.name, price: listPrice }],
    discount: listPrice - ordered.price,
    collectionType: body.collectionType,
    scheduledDate,
    scheduledTime,
    paymentMethod: body.paymentMethod,
    priority: 'medium',
  }
  return { details, address }
}
