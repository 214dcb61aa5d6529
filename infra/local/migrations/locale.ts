import type pg from 'pg'
import { Problem } from '../problem.ts'

/** How a database for Jaanch is made: the end of `create database …`. The type of characters is that of the server. */
export const ownLocale = "template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'"

/**
 * Why sorting and search are not those of Jaanch in this database: rules of the operating system change with its upgrades, which
 * damages indexes, and with the ctype C the search by trigrams skips every word in Hindi. It cannot be changed later.
 *
 * @returns undefined if they are
 */
export async function whyOtherLocale(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ encoding: string; provider: string; locale: string; ctype: string }>(
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, coalesce(datlocale, datcollate) as locale,
            datctype as ctype
       from pg_database where datname = current_database()`,
  )
  const [{ encoding, provider, locale, ctype } = { encoding: '', provider: '', locale: '', ctype: '' }] = rows
  if (encoding === 'UTF8' && provider === 'b' && locale === 'C.UTF-8' && !['C', 'POSIX'].includes(ctype))
    return undefined
  const providers: Record<string, string> = { b: 'builtin', c: 'libc', i: 'icu' }
  return `the database has the encoding ${encoding}, the locale ${locale} (${providers[provider] ?? provider}) and the ctype ${ctype} instead of UTF8, C.UTF-8 (builtin) and C.UTF-8`
}

/** @throws Problem if the database is empty and has another locale: a new one takes a second, and a full one a restore */
export async function assertLocale(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isEmpty: boolean }>(
    'select to_regclass(\'public.migrations\') is null as "isEmpty"',
  )
  const reason = rows[0]?.isEmpty ? await whyOtherLocale(client) : undefined
  if (reason)
    throw new Problem(
      `Nothing was migrated: ${reason}. Drop it and make a new one: create database <name> owner <owner> ${ownLocale} lc_ctype 'C.UTF-8'`,
    )
}
