import { AppError } from '@jaanch/contracts/errors'
import { readStreamOf } from '@jaanch/eventlog/read'
import { createPdfRenderer } from '@jaanch/platform/files/pdf-renderer'
import { sendFile } from '@jaanch/platform/files/send-file'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { bookingCalls } from '../api.ts'
import type { BookingSummary } from '../booking.ts'
import { summaryAt } from '../decider.ts'
import { recordSeen } from '../list/bookings.ts'
import { maySeeBooking } from '../policies.ts'
import type { Receipt, renderReceipt } from './render-receipt.ts'

/** One for each process: it has a thread of its own. */
export function createReceiptRenderer() {
  return createPdfRenderer<typeof renderReceipt>({
    ...{ name: 'receipts', task: 'renderReceipt', waitMs: 1_000 },
    filename: new URL('./render-receipt.ts', import.meta.url).href,
  })
}

/** Renders the payment of a booking as a PDF when it is asked for. @throws AppError not-found, not-paid, too-many */
export const getReceipt = serveCall(
  bookingCalls.getReceipt,
  async (
    { params, caller, request, reply },
    { logDb, audit, rateLimits, operator, receiptRenderer, downloads },
  ) => {
    const history = await readStreamOf(logDb, 'booking', params.id)
    const booking = summaryAt(history)
    if (!booking || !maySeeBooking(caller, booking)) throw new AppError('not-found')
    const payment = history.findLast(({ type }) => type === 'PaymentRecorded')
    if (payment?.type !== 'PaymentRecorded') throw new AppError('not-paid')
    const { orderNumber, bookingId, customerId, lines, discount } = booking
    // an order has its number soon after it was placed, hardly ever after the payment
    const number = orderNumber ?? bookingId.slice(0, 8)
    await rateLimits.count('receipts', caller.userId)
    await recordSeen(audit, caller, [{ id: bookingId, customerId }])
    const { name, address } = operator
    const bytes = await receiptRenderer.render(caller.userId, {
      ...{ number, discount },
      ...(await readTexts(logDb, booking, payment.at)),
      paidAt: payment.at,
      method: payment.data.method,
      amount: payment.data.amount,
      lines: lines.map(({ name, price, priceList }) => ({
        ...{ name, price },
        priceList: priceList?.name ?? null,
      })),
      operator: name ? { name, address: address ?? null } : null,
      isCancelled: booking.status === 'cancelled',
    })
    return sendFile(
      downloads,
      { caller, request, reply },
      { bytes, contentType: 'application/pdf', kind: 'attachment', name: `jaanch-receipt-${number}.pdf` },
    )
  },
)

/** @param paidAt the lab has the name that it had then */
async function readTexts(
  pool: pg.Pool,
  { bookingId, customerId, familyMemberId, labPartnerId }: BookingSummary,
  paidAt: Date,
): Promise<Pick<Receipt, 'patient' | 'lab' | 'reference'>> {
  const { rows } = await pool.query<Pick<Receipt, 'patient' | 'lab' | 'reference'>>({
    name: 'receipt-texts',
    text: `
      select coalesce(case when $2::uuid is null then (select name from users where id = $1)
                           else (select name from family_members where id = $2) end, '') as patient,
             (select coalesce((select former ->> 'name' from jsonb_array_elements(former_names) with ordinality as f (former, n)
                                where (former ->> 'until')::timestamptz > $5 order by n limit 1), lab_name)
                from lab_partners where id = $3) as lab,
             (select reference from payment_references where booking_id = $4) as reference`,
    values: [customerId, familyMemberId, labPartnerId, bookingId, paidAt],
  })
  return rows[0] ?? { patient: '', lab: null, reference: null }
}
