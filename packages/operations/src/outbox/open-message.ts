import { insertAudit } from '@jaanch/account/audit/audit'
import { createMessageDataReader } from '@jaanch/booking/notifications/message-data'
import { renderMessage } from '@jaanch/booking/notifications/render-message'
import { UnknownKindError } from '@jaanch/booking/notifications/templates'
import { actorOf } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { parseStreamId } from '@jaanch/eventlog/events'
import { UnreadableEventError } from '@jaanch/eventlog/read'
import type { StoredMessage } from '@jaanch/messages/message'
import { serveCall } from '@jaanch/platform/http/served'
import type pg from 'pg'
import { asSent } from '../stored.ts'
import { type OpenedMessageView, operationsMessagesCalls } from './api.ts'
import { type MessageRow, readMessageRow } from './outbox.ts'

type MessageContent = NonNullable<OpenedMessageView['content']>
type OpenedMessage = Omit<OpenedMessageView, 'message'> & { message: MessageRow }

/**
 * Shows a message as it was sent, or as it will be. The look is in the audit trail before the content is read. The text of a message
 * about no event is never read: it may hold a one-time code or a link that sets a password.
 * @param actor `operator:<account of the machine>` or `admin:<user id>` @param publicUrl for links @throws AppError not-found
 */
async function openMessage(
  pool: pg.Pool,
  id: string,
  { actor, publicUrl }: { actor: string; publicUrl: string },
): Promise<OpenedMessage> {
  const message = await readMessageRow(pool, id)
  if (!message) throw new AppError('not-found', `There is no message ${id}.`)
  const hidden = message.position === null ? 'secret' : message.state === 'skipped' ? 'not-sent' : null
  if (hidden) return { message, content: null, hidden }
  const stored = await readStored(pool, id)
  if (!stored) throw new AppError('not-found', `There is no message ${id}.`)
  await recordLook(pool, stored, actor)
  const content = await contentOf(pool, stored, publicUrl)
  return content ? { message, content, hidden: null } : { message, content: null, hidden: 'unknown-kind' }
}

/** `text` is what was sent, where no provider has it. */
async function readStored(pool: pg.Pool, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await pool.query<StoredMessage>(
    `select id, channel, recipient_user_id as "recipientUserId",
            jsonb_build_object('kind', notification_kind, 'audience', audience, 'position', position, 'streamId', stream_id) as about,
            case when body is not null then jsonb_build_object('subject', coalesce(subject, ''), 'body', body) end as text
       from outbox where id = $1 and position is not null`,
    [id],
  )
  return rows[0]
}

function recordLook(
  pool: pg.Pool,
  { id, about, recipientUserId }: StoredMessage,
  actor: string,
): Promise<void> {
  const bookingId = about ? parseStreamId('booking', about.streamId) : undefined
  return insertAudit(pool, [
    {
      action: 'message-opened',
      actor,
      userId: recipientUserId,
      object: `message:${id}`,
      details: bookingId === undefined ? {} : { bookingId },
    },
  ])
}

/** @returns undefined if this release does not know the kind of the message or an event of its booking */
async function contentOf(
  pool: pg.Pool,
  stored: StoredMessage,
  publicUrl: string,
): Promise<MessageContent | undefined> {
  const rendered = await render(pool, stored, publicUrl)
  const { text: sent } = stored
  if (!sent) return rendered && { ...rendered, source: 'rendered' }
  // the HTML is not stored: it is that of the mail if the text is the same
  const isSame = rendered?.text === sent.body
  return { subject: sent.subject, text: sent.body, html: isSame ? rendered.html : null, source: 'stored' }
}

async function render(
  pool: pg.Pool,
  { text: _, ...stored }: StoredMessage,
  publicUrl: string,
): Promise<Pick<MessageContent, 'subject' | 'text' | 'html'> | undefined> {
  const message = { ...stored, text: null }
  const readData = createMessageDataReader(pool, () => Number.POSITIVE_INFINITY)
  try {
    const { subject, text, html } = renderMessage(message, await readData(message), publicUrl)
    return { subject, text, html }
  } catch (error) {
    const isNewer =
      error instanceof UnknownKindError || (error instanceof UnreadableEventError && error.isNewer)
    if (isNewer) return undefined
    throw error
  }
}

export const openMessageRoutes = [
  serveCall(operationsMessagesCalls.openMessage, async ({ params, caller }, { operationsDb, publicUrl }) => {
    return asSent(await openMessage(operationsDb, params.id, { actor: actorOf(caller), publicUrl }))
  }),
]
