import { randomUUID } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'

const texts = {
  added: 'A second step was set up for signing in to your Jaanch account.',
  removed: 'A second step for signing in to your Jaanch account was removed.',
  'recovery-code-used': 'A recovery code was used to sign in to your Jaanch account.',
  'recovery-codes-renewed':
    'New recovery codes were made for your Jaanch account. The old ones no longer work.',
}

/** Adds a mail to the outbox that tells a user what happened to their second factors, in the transaction that changes them. */
export async function tellOwner(
  tx: CommonQueryMethods,
  userId: string,
  what: keyof typeof texts,
): Promise<void> {
  const body = [
    'Hello,',
    '',
    texts[what],
    '',
    'If it was not you, change your password now, and tell the people who run Jaanch.',
  ].join('\n')
  await tx.query(sql.unsafe`
    insert into outbox (id, channel, recipient_user_id, subject, body)
    values (${randomUUID()}, 'email', ${userId}, 'How you sign in to Jaanch has changed', ${body})`)
}
