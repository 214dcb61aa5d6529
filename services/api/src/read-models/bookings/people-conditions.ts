/** What a booking must fulfil to be found by its patient, phone or place. */
import { phoneStarts } from '@jaanch/contracts/person-search'
import { type FragmentSqlToken, sql } from 'slonik'
import { escapeLike } from '../../reads/like.ts'

/**
 * Condition on rows with the column data of the read table: a word of the patient's name begins with the text. Subqueries, here and below,
 * because each condition is a page of `page.ts`; none of their tables has a column data.
 */
export function isNamed({ name }: Patterns): FragmentSqlToken {
  return sql.fragment`
    lower(coalesce((select f.name from family_members f where f.id = (data->>'familyMemberId')::uuid),
                   (select u.name from users u where u.id = (data->>'customerId')::uuid))) like any (${name})`
}

/** The phone or the PIN code begins with the text, or it is in the address: as they were when it was booked. */
export function isThere({ part, start, phones }: Patterns): FragmentSqlToken {
  return sql.fragment`
    coalesce((select d.address->>'pincode' like ${start}
                  or coalesce(d.address->>'phone', (select u.phone from users u where u.id = d.customer_id)) like any (${phones})
                  or lower(concat_ws(' ', d.address->>'address_line1', d.address->>'address_line2', d.address->>'landmark',
                                     d.address->>'city')) like ${part}
                from booking_details d where d.booking_id = (data->>'bookingId')::uuid), false)`
}

/** Of `like`, by a text */
export type Patterns = ReturnType<typeof patternsOf>

/** @param q as it was typed */
export function patternsOf(q: string) {
  const text = escapeLike(q.toLowerCase())
  return {
    name: sql.array([`${text}%`, `% ${text}%`], 'text'),
    part: `%${text}%`,
    start: `${text}%`,
    phones: sql.array(
      phoneStarts(q).map((digits) => `${digits}%`),
      'text',
    ),
  }
}
