import { randomUUID } from 'node:crypto'
import { type CommonQueryMethods, sql } from 'slonik'

const texts = {
  added: 'A second step was set up for signing in to your Jaanch account.',
  removed: 'A second step for signing in to your Jaanch account was removed.',
  'recovery-code-used': 'A recovery code was used to sign in to your Jaanch account.',
  'recovery-codes-renewed':
    'New recovery codes were made for your Jaanch account. The old ones no longer work.',
}

const codeLifetimeSeconds = 600

/** Adds a mail to the outbox that tells a user what happened to their second factors, in the transaction that changes them. */
export function tellOwner(tx: CommonQueryMethods, userId: string, what: keyof typeof texts): Promise<void> {
  return mail(tx, userId, 'How you sign in to Jaanch has changed', [texts[what]], null)
}

/** Adds a mail with the code that a first second factor needs, in the transaction that opens its ticket. */
export function sendSetUpCode(tx: CommonQueryMethods, userId: string, code: string): Promise<void> {
  const paragraphs = [
    'Someone who knows your password, probably you, is setting up a second step for signing in to your Jaanch account. ' +
      'Type this code there:',
    code,
    'It is valid for 10 minutes and works once. Do not share it.',
  ]
  return mail(tx, userId, 'Your code for Jaanch', paragraphs, codeLifetimeSeconds)
}

async function mail(
  tx: CommonQueryMethods,
  userId: string,
  subject: string,
  paragraphs: readonly string[],
  /** null: it stays true */
  validForSeconds: number | null,
): Promise<void> {
  const body = [
    'Hello,',
    ...paragraphs,
    'If it was not you, change your password now, and tell the people who run Jaanch.',
  ].join('\n\n')
  await tx.query(sql.unsafe`
    insert into outbox (id, channel, recipient_user_id, subject, body, expires_at)
    values (${randomUUID()}, 'email', ${userId}, ${subject}, ${body},
            clock_timestamp() + make_interval(secs => ${validForSeconds}::double precision))`)
}
