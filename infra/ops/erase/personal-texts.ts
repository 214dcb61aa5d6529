import { erased } from '@jaanch/storage/personal-data'
import type pg from 'pg'

export type PersonalTexts = {
  /** Lower case, without duplicates */
  searched: string[]
  /** How many are also those of another person, such as a family's phone: they cannot be searched for */
  shared: number
}

/** Shorter texts are found in anything. */
const minLength = 6

const textsSql = `
  with person as (select * from users where id = $1),
  texts as (
    select unnest(array[name, email, phone]) as text from person
    union select unnest(array[name, phone]) from family_members where customer_id = $1
    union select unnest(array[address_line1, address_line2, landmark, phone]) from customer_addresses where customer_id = $1
    union select unnest(array[address ->> 'address_line1', address ->> 'address_line2', address ->> 'landmark',
                              address ->> 'phone', special_instructions])
            from booking_details where booking_id = any($2)
    union select unnest(array[original_file_name, notes, admin_notes]) from prescriptions where customer_id = $1
    union select doctor_comments from health_reports where customer_id = $1
    union select reference from payment_references where booking_id = any($2)
    union select text from reviews where booking_id = any($2))
  select lower(text) as text, exists (
           select from users u where u.id <> $1 and lower(t.text) in (lower(u.name), lower(u.email), u.phone)
           union all select from family_members f where f.customer_id <> $1 and lower(t.text) in (lower(f.name), f.phone)
           union all select from customer_addresses a where a.customer_id <> $1
                        and lower(t.text) in (lower(a.address_line1), lower(a.address_line2), lower(a.landmark), a.phone)
           union all select from prescriptions p where p.customer_id <> $1
                        and lower(t.text) in (lower(p.original_file_name), lower(p.notes), lower(p.admin_notes))
         ) as "isShared"
    from (select distinct text from texts
           where length(text) >= ${minLength} and text <> all ($3) and text not like 'deleted-%@invalid') t`

/** What can be recognised of a person, to be read before it is erased. */
export async function readPersonalTexts(
  pool: pg.Pool,
  userId: string,
  bookingIds: readonly string[],
): Promise<PersonalTexts> {
  const { rows } = await pool.query<{ text: string; isShared: boolean }>(textsSql, [
    userId,
    bookingIds,
    Object.values(erased),
  ])
  const searched = rows.filter(({ isShared }) => !isShared).map(({ text }) => text)
  return { searched: [...new Set(searched)], shared: rows.length - searched.length }
}
