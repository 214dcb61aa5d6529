/**
 * The mails and SMS with codes and links, and those about second factors. None contains the name of the account: anybody can type any
 * text as the name of an account with somebody else's address.
 */
import { randomUUID } from 'node:crypto'
import { type LabStaffRole, labRoleNames } from '@jaanch/contracts/staff-roles'
import type { Channel } from '@jaanch/messages/message'
import { type CommonQueryMethods, sql } from 'slonik'

export type Message = { subject: string; body: string }

type Delivery = {
  userId: string
  channel?: Channel
  /** It is not delivered later, ms; null: it stays true */
  validMs: number | null
}

/** Adds a message to the outbox. @returns its id */
export async function insertMessage(
  tx: CommonQueryMethods,
  { userId, channel = 'email', validMs, subject, body }: Delivery & Message,
): Promise<string> {
  const id = randomUUID()
  const seconds = validMs === null ? null : validMs / 1_000
  await tx.query(sql.unsafe`
    insert into outbox (id, channel, recipient_user_id, subject, body, expires_at)
    values (${id}, ${channel}, ${userId}, ${subject}, ${body},
            clock_timestamp() + make_interval(secs => ${seconds}::double precision))`)
  return id
}

/** A one-time code that verifies an address */
export function contactCode(channel: Channel, code: string): Message {
  if (channel === 'sms') {
    return {
      subject: '',
      body: `Jaanch: ${code} is your code to verify this phone number. It is valid for 10 minutes. Do not share it.`,
    }
  }
  return {
    subject: 'Your code for Jaanch',
    body: [
      'Hello,',
      'Someone, probably you, wants to verify this e-mail address for a Jaanch account. Type this code there:',
      code,
      'It is valid for 10 minutes and works once. Do not share it.',
      'If it was not you, there is nothing to do: without the code the address is not verified.',
    ].join('\n\n'),
  }
}

export function resetMail(publicUrl: string, token: string): Message {
  return {
    subject: 'Set a new password for Jaanch',
    body: [
      'Hello,',
      '',
      'Someone, probably you, asked for a new password for your Jaanch account. Open this link within one hour to set it:',
      '',
      new URL(`/user?reset=${token}`, publicUrl).href,
      '',
      'The link works once. The new password signs you out everywhere.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ].join('\n'),
  }
}

export type Invitation = { labName: string; labRole: LabStaffRole; publicUrl: string }

/** Contains the name of the lab, which an admin saw when approving it. */
export function invitationMail({ labName, labRole, publicUrl }: Invitation, token: string): Message {
  const lab = labName.replace(/\s+/g, ' ')
  return {
    subject: `${lab} invites you to Jaanch`,
    body: [
      'Hello,',
      '',
      `${lab} has given you access to its work on Jaanch (${labRoleNames[labRole]}). Open this link within seven days to choose your password:`,
      '',
      new URL(`/lab?invitation=${token}`, publicUrl).href,
      '',
      'The link works once. Then log in as a lab partner with this email address.',
      `If you do not work for ${lab}, there is nothing to do.`,
    ].join('\n'),
  }
}

const factorChanges = {
  added: 'A second step was set up for signing in to your Jaanch account.',
  removed: 'A second step for signing in to your Jaanch account was removed.',
  'recovery-code-used': 'A recovery code was used to sign in to your Jaanch account.',
  'recovery-codes-renewed':
    'New recovery codes were made for your Jaanch account. The old ones no longer work.',
}

function factorMail(subject: string, ...paragraphs: string[]): Message {
  const warning = 'If it was not you, change your password now, and tell the people who run Jaanch.'
  return { subject, body: ['Hello,', ...paragraphs, warning].join('\n\n') }
}

/** Tells a user what happened to their second factors, in the transaction that changes them. */
export async function tellOwner(
  tx: CommonQueryMethods,
  userId: string,
  change: keyof typeof factorChanges,
): Promise<void> {
  const mail = factorMail('How you sign in to Jaanch has changed', factorChanges[change])
  await insertMessage(tx, { userId, validMs: null, ...mail })
}

/** The code that a first second factor needs */
export function setUpCodeMail(code: string): Message {
  return factorMail(
    'Your code for Jaanch',
    'Someone who knows your password, probably you, is setting up a second step for signing in to your Jaanch account. ' +
      'Type this code there:',
    code,
    'It is valid for 10 minutes and works once. Do not share it.',
  )
}
