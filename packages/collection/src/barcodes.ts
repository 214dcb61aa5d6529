import { createHmac } from 'node:crypto'
import { AppError } from '@jaanch/contracts/errors'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { bareCode, cleanCode, parseLabelCode } from './barcode.ts'

const keyRow = z.object({ value: z.string() })
const phonesRow = z.object({ phones: z.array(z.string().nullable()) })
const codeRow = z.object({ bookingId: z.uuid(), tube: z.number(), code: z.string() })

/** @returns the barcode as the log has it: the label of a tube as it is, any other as a hash under a key that is never replaced */
export type HashBarcode = (read: string) => Promise<string>

/** Reads the key once. */
export function createBarcodeHasher(db: Pick<CommonQueryMethods, 'one'>): HashBarcode {
  let key: string | undefined
  return async (read) => {
    // what begins as our labels do is decided on as one, and never bound
    if (parseLabelCode(read) || /^JN/i.test(cleanCode(read))) return cleanCode(read)
    key ??= (
      await db.one(sql.type(keyRow)`select value #>> '{}' as value from settings where key = 'barcode-key'`)
    ).value
    return createHmac('sha256', key).update(bareCode(read)).digest('hex')
  }
}

/** @throws AppError invalid: the number at which the people of the booking are called would enter the rows of tubes */
export async function refusePhone(
  db: Pick<CommonQueryMethods, 'one'>,
  bookingId: string,
  customerId: string,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const { phones } = await db.one(sql.type(phonesRow)`
    select array[u.phone, (select address->>'phone' from booking_details where booking_id = ${bookingId})] as phones
      from users u where u.id = ${customerId}`)
  const own = phones.flatMap((phone) => (phone ? [lastDigits(phone)] : []))
  if (codes.some((code) => /^\+?\d+$/.test(bareCode(code)) && own.includes(lastDigits(code))))
    throw new AppError('invalid', 'This is the phone number of the booking, and no barcode.')
}

/** The ten digits of a number in India, without the prefix of the country */
function lastDigits(text: string): string {
  return text.replace(/\D/g, '').slice(-10)
}

/** Texts by `<booking id> <number of the tube>` */
export type BarcodeTexts = ReadonlyMap<string, string>

/** @returns the texts of the pre-printed barcodes of bookings */
export async function readCodes(
  db: Pick<CommonQueryMethods, 'any'>,
  bookings: readonly { id: string }[],
): Promise<BarcodeTexts> {
  if (bookings.length === 0) return new Map()
  const bookingIds = bookings.map(({ id }) => id)
  const rows = await db.any(sql.type(codeRow)`
    select booking_id, tube::int as tube, code from tube_codes
     where booking_id = any(${sql.array(bookingIds, 'uuid')})`)
  return new Map(rows.map(({ bookingId, tube, code }) => [`${bookingId} ${tube}`, code]))
}
