import type { OrderLine } from '@jaanch/contracts/booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import type { prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import type { ProposeDetails } from '@jaanch/domain/booking/commands'
import type { PrescriptionSummary } from '@jaanch/domain/prescription/summary'
import type pg from 'pg'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { onOffer } from '../../read-models/packages.ts'
import { prescriptions } from '../prescriptions/command-prescription.ts'
import { type AddressSnapshot, snapshotLatestAddress } from './booking-details.ts'
import { priceChanged } from './price-visit.ts'

export type OrderBody = z.output<typeof prescriptionOrderInput>

const lineRow = z.object({ packageId: z.uuid(), name: z.string(), price: z.number() })

/**
 * The packages that were recorded on the prescription, or else the package of the request, at the current prices. The sums of
 * the request must equal those of the catalogue.
 * @throws AppError for a prescription that is not this customer's or is decided, a package that is not on offer, wrong sums
 */
export async function priceOrder(
  { db, logDb }: { db: CommonQueryMethods; logDb: pg.Pool },
  body: OrderBody,
  bookingId: string,
  now: Date,
): Promise<{ details: ProposeDetails; address: AddressSnapshot | null }> {
  const prescription = await findPrescription(logDb, body)
  const isErased = await db.exists(sql.unsafe`
    select from users where id = ${body.customerId} and erased_at is not null`)
  if (isErased) throw new AppError('wrong-status', 'The customer has deleted the account.')
  const lines = await linesOf(db, chosenPackages(prescription, body.packageId))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (toPaise(body.totalAmount) !== total || toPaise(body.finalAmount) !== total) {
    throw priceChanged(total, `The packages cost ₹${toRupees(total)} together: please check the order again.`)
  }
  const isScheduled = body.collectionType === 'scheduled'
  const details: ProposeDetails = {
    bookingId,
    customerId: body.customerId,
    familyMemberId: null,
    prescriptionId: body.prescriptionId,
    lines,
    collectionType: body.collectionType,
    scheduledDate: isScheduled ? (body.scheduledDate ?? addDays(istDate(now), 1)) : null,
    scheduledTime: isScheduled ? prescriptionOrderTime : null,
    paymentMethod: 'cash-on-collection',
    priority: 'medium',
  }
  return { details, address: await snapshotLatestAddress(db, body.customerId) }
}

async function findPrescription(pool: pg.Pool, body: OrderBody): Promise<PrescriptionSummary> {
  const prescription = await prescriptions.load(pool, body.prescriptionId)
  if (!prescription) throw new AppError('not-found', 'This prescription is not known.')
  if (prescription.customerId !== body.customerId) {
    throw new AppError('invalid', 'This prescription belongs to another customer.')
  }
  if (prescription.status === 'confirmed' || prescription.status === 'declined')
    throw new AppError('wrong-status')
  return prescription
}

function chosenPackages({ packageIds }: PrescriptionSummary, packageId: string): string[] {
  if (packageIds.length === 0) return [packageId]
  if (packageIds.includes(packageId)) return packageIds
  throw new AppError('invalid', 'This package is not among those chosen for the prescription.')
}

async function linesOf(db: CommonQueryMethods, packageIds: string[]): Promise<OrderLine[]> {
  const rows = await db.any(sql.type(lineRow)`
    select id as "packageId", name, price from packages
     where id = any(${sql.array(packageIds, 'uuid')}) and ${onOffer}`)
  return packageIds.map((packageId) => {
    const line = rows.find((row) => row.packageId === packageId)
    if (!line) throw new AppError('package-unavailable')
    return line
  })
}
