import type { OrderLine } from '@jaanch/contracts/booking'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import type { PrescriptionEvent } from '@jaanch/contracts/events/prescription'
import type { Recorded } from '@jaanch/contracts/events/registry'
import { streamId } from '@jaanch/contracts/events/streams'
import type { prescriptionOrderInput } from '@jaanch/contracts/http/bookings'
import { toPaise, toRupees } from '@jaanch/contracts/money'
import { prescriptionOrderTime } from '@jaanch/contracts/vocabulary'
import type { ProposeDetails } from '@jaanch/domain/booking/commands'
import { fold } from '@jaanch/domain/decider'
import { type Prescription, prescriptionDecider } from '@jaanch/domain/prescription/decider'
import { readStream } from '@jaanch/eventlog/read'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { onOffer } from '../../read-models/packages.ts'
import { type AddressSnapshot, snapshotAddress } from './details.ts'

type Body = z.output<typeof prescriptionOrderInput>

const lineRow = z.object({ packageId: z.uuid(), name: z.string(), price: z.number() })

/**
 * What an admin orders from a prescription: the packages that were recorded on it, or else the one of the request, at
 * today's prices. The admin's sums must be those of the catalogue; none is taken from the request.
 * @throws AppError for a prescription that is not this customer's or is decided, what is not on offer, and wrong sums
 */
export async function proposalOf(
  context: Context,
  body: Body,
  bookingId: string,
): Promise<{ details: ProposeDetails; address: AddressSnapshot | null }> {
  const { db, now } = context
  const prescription = await findPrescription(context, body)
  const lines = await linesOf(db, chosenPackages(prescription, body.packageId))
  const total = lines.reduce((sum, line) => sum + line.price, 0)
  if (toPaise(body.totalAmount) !== total || toPaise(body.finalAmount) !== total) {
    throw new AppError(
      'price-changed',
      `The packages cost ₹${toRupees(total)} together: please check the order again.`,
    )
  }
  const isScheduled = body.collectionType === 'scheduled'
  const details: ProposeDetails = {
    bookingId,
    customerId: body.customerId,
    familyMemberId: null,
    prescriptionId: body.prescriptionId,
    lines,
    collectionType: body.collectionType,
    scheduledDate: isScheduled ? (body.scheduledDate ?? addDays(istDate(now()), 1)) : null,
    scheduledTime: isScheduled ? prescriptionOrderTime : null,
    paymentMethod: 'cash-on-collection',
    priority: 'medium',
  }
  return { details, address: await snapshotAddress(db, body.customerId, null) }
}

async function findPrescription({ logDb }: Context, body: Body): Promise<Prescription> {
  const events = await readStream(logDb, streamId('prescription', body.prescriptionId))
  const prescription = fold(prescriptionDecider, events as Recorded<PrescriptionEvent>[])
  if (prescription.status === 'none') throw new AppError('not-found', 'This prescription is not known.')
  if (prescription.customerId !== body.customerId) {
    throw new AppError('invalid', 'This prescription belongs to another customer.')
  }
  if (prescription.status === 'confirmed' || prescription.status === 'declined')
    throw new AppError('wrong-status')
  return prescription
}

function chosenPackages({ packageIds }: Prescription, packageId: string): string[] {
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
