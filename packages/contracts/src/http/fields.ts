/** Fields that several requests and answers share. */

import { z } from 'zod'
import { pincodePattern, plainPincode } from '../typed-numbers.ts'
import { oneLine, showsSomething, visibleText } from '../visible-text.ts'
import { passwordMinimum } from '../vocabulary.ts'

export const idParams = z.object({ id: z.uuid() })

/** Position of the last event that changed the row. */
export const position = z.int().nonnegative()

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** An existing date in Asia/Kolkata, YYYY-MM-DD, from 1900 on (Postgres has no year 0). */
export const date = z.iso.date().refine((value) => value >= '1900', 'The date lies too far back')

export const email = z.string().overwrite(oneLine).toLowerCase().max(254).pipe(z.email())
export const password = z.string().min(passwordMinimum, 'Password must be at least 6 characters').max(200)

/**
 * A text of several lines that people read: comments, notes, reasons. See `visibleText` for what is removed.
 * @returns a trimmed text of 1 to `max` characters that shows something, without control characters (Postgres cannot store NUL)
 */
export function text(max: number) {
  return shown((typed) => visibleText(typed).trim(), max)
}

/**
 * A text of one line: whatever a document, label, list or message shows beside other texts. Line breaks become spaces, so that a name
 * can't put a line of its own onto a report.
 * @returns as `text`, with single spaces and without line breaks
 */
export function line(max: number) {
  return shown(oneLine, max)
}

function shown(normal: (typed: string) => string, max: number) {
  return (
    z
      .string()
      // half of a surrogate pair, which Postgres cannot store, is shown as a replacement character
      .overwrite((typed) => normal(typed.toWellFormed()))
      .min(1)
      .max(max)
      .refine((value) => !hasControlCharacters(value), 'Control characters are not allowed')
      .refine(showsSomething, 'This shows nothing. Please enter letters or digits')
  )
}

/** Those of C0 and C1, except tab and line breaks */
function hasControlCharacters(value: string): boolean {
  return /[^\P{Cc}\t\n\r]/u.test(value)
}

/** Six digits, which many write in two groups of three: 380 001. */
export const pincode = z.string().overwrite(plainPincode).regex(pincodePattern, 'A PIN code has six digits')

export const packageIds = z.array(z.uuid()).max(20)

/** In a query: separated by commas */
export const packageIdList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : (value ?? [])),
  packageIds,
)

/** Why an admin decided so. It is stored in `account_changes` alone. */
export const reason = z.object({ reason: text(500) })

/** A missing value, null and '' all mean: not given. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (value === '' ? null : value),
    schema.nullish().transform((value) => value ?? null),
  )
}

/** A field that is not stored: a value in it is refused, because whoever sends it would miss it. */
export function refused(why: string) {
  return z.null({ error: why }).optional()
}

/** A value to filter a list by; '' does not filter */
export function filter<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

/** A text to filter a list by; an empty text does not filter. */
export const filterText = filter(line(100))

/** A route whose success is answered without content */
export const withoutContent = { status: 204, response: z.undefined() } as const

/** A page of a list: at most 500 rows; `cursor` comes from the previous answer's Link header. */
export const page = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: z.string().max(200).optional(),
})

/** Version of the notice that the client shows (contracts/notices.ts) */
export const noticeVersion = z.int32().positive().optional()

/** Keeps the fields of a view: a summary has more fields than its readers may receive, and the gateway does not parse. */
export function pickFields<Shape extends z.ZodRawShape>(
  view: z.ZodObject<Shape>,
  value: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  const fields = value as Record<string, unknown>
  const picked: Record<string, unknown> = {}
  for (const name in view.shape) picked[name] = fields[name]
  return picked as z.output<z.ZodObject<Shape>>
}
