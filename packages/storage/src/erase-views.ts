/** The saved views of staff that name a person: their names are typed, so no id says whom they are about. */
import type pg from 'pg'

/** A shorter name is a word of other texts */
const shortestText = 3
/** Digits of a phone number without its country code */
const phoneDigits = 10

/**
 * Deletes the saved views of all staff whose name or query has, as whole words, the name, the e-mail address or the phone of a person or of somebody in the
 * person's family. To be called before these are blanked. Staff have 30 views at most, so all of them are read.
 * @returns the number of views that were deleted
 */
export async function eraseViews(client: pg.ClientBase, userId: string): Promise<number> {
  const { rows: about } = await client.query<{ text: string | null; phone: string | null }>(
    `with person as (select id, name, email, phone from users where id = $1 and erased_at is null)
     select name as text, phone from person union select email, null from person
     union select f.name, f.phone from family_members f join person on f.customer_id = person.id`,
    [userId],
  )
  const texts = about.map(({ text }) => plain(text ?? '')).filter((text) => text.length >= shortestText)
  const phones = about.map(({ phone }) => digits(phone ?? '').slice(-phoneDigits))
  const numbers = phones.filter((phone) => phone.length === phoneDigits)
  if (texts.length + numbers.length === 0) return 0
  const { rows: views } = await client.query<{ id: string; name: string; query: string }>(
    'select id, name, query from saved_views',
  )
  const named = views.filter(({ name, query }) => {
    const said = [name, ...new URLSearchParams(query).values()].map(plain)
    return said.some(
      (words) =>
        texts.some((text) => ` ${words} `.includes(` ${text} `)) ||
        numbers.some((number) => digits(words).includes(number)),
    )
  })
  if (named.length === 0) return 0
  const { rowCount } = await client.query('delete from saved_views where id = any($1)', [
    named.map(({ id }) => id),
  ])
  return rowCount ?? 0
}

/** @returns the words of a text, separated by single spaces */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

function digits(text: string): string {
  return text.replaceAll(/\D/g, '')
}
