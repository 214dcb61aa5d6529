import { withDatabase } from './oracle/outcome.ts'

/** Proves the addresses of all accounts, as if their owners had typed the codes: others get no messages about bookings. */
export async function proveContacts(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, (db) =>
    db.query(
      `update users set email_proven_at = now(), phone_proven_at = case when phone is not null then now() end
        where email_proven_at is null or phone is not null and phone_proven_at is null`,
    ),
  )
}
