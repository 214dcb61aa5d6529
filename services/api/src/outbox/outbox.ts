import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CommonQueryMethods, sql } from 'slonik'

/** Personal data: it may hold a link that signs its reader in. */
export type Mail = { id: string; recipientUserId: string; to: string; subject: string; body: string }

/** Leaves a mail to be sent. Belongs in the transaction of what the mail tells of. */
export async function leaveMail(tx: CommonQueryMethods, mail: Mail): Promise<void> {
  await tx.query(sql.unsafe`
    insert into outbox (id, channel, recipient_user_id, subject, body)
    values (${mail.id}, 'email', ${mail.recipientUserId}, ${mail.subject}, ${mail.body})`)
}

/** Writes a mail as a file that a developer can open, `<directory>/<id>.eml` (RFC 5322), readable by its owner alone. */
export async function writeMailFile(directory: string, mail: Mail, at: Date): Promise<void> {
  const lines = [
    'From: Jaanch <no-reply@jaanch.example>',
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${mail.id}@jaanch.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...mail.body.split('\n'),
    '',
  ]
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(join(directory, `${mail.id}.eml`), lines.join('\r\n'), { mode: 0o600 })
}
