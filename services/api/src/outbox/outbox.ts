import { type CommonQueryMethods, sql } from 'slonik'

/** Personal data: it may hold a link that signs its reader in. */
export type Mail = { id: string; recipientUserId: string; subject: string; body: string }

/** Leaves a mail for the workers to send, under its id. Belongs in the transaction of what the mail tells of. */
export async function leaveMail(tx: CommonQueryMethods, mail: Mail): Promise<void> {
  await tx.query(sql.unsafe`
    insert into outbox (id, channel, recipient_user_id, subject, body)
    values (${mail.id}, 'email', ${mail.recipientUserId}, ${mail.subject}, ${mail.body})`)
}
