import { NewerReleaseError } from '@jaanch/eventlog/work/handler'
import { linkTo } from '@jaanch/messages/email'
import { type Audience, audiences, type Channel } from '@jaanch/messages/message'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import { emptyTemplateData, type TemplateData } from './template-data.ts'
import type { Link, Wording, Wordings } from './wordings/wording.ts'
import { wordings } from './wordings/wordings.ts'

export type NotificationText = {
  title: string
  body: string
  /** Advice for the recipient: whole sentences */
  advice: readonly string[]
}

/** The notification as one text, as the list in the client shows it. */
export function plainText({ body, advice }: NotificationText): string {
  return [body, ...advice].join(' ')
}

/** A newer release sends this kind to the audience, or this audience gets it by another channel only. */
export class UnknownKindError extends NewerReleaseError {
  override name = 'UnknownKindError'

  constructor(what: 'text' | 'SMS', kind: string, audience: Audience) {
    super(`There is no ${what} of ${kind} for ${audience}`, kind)
  }
}

function findWording(kind: string, audience: Audience): Wording | undefined {
  // the kind may be of a newer release
  const found: Wordings | undefined = (wordings as Readonly<Record<string, Wordings>>)[kind]
  return found?.[audience]
}

/** @throws UnknownKindError for a kind that the audience never gets */
export function wordingOf(kind: string, audience: Audience): Wording {
  const found = findWording(kind, audience)
  if (!found) throw new UnknownKindError('text', kind, audience)
  return found
}

/** Renders the text of a notification. @throws UnknownKindError for a kind that the audience never gets */
export function renderNotification(kind: string, audience: Audience, facts: TemplateData): NotificationText {
  const { title, body, advice } = wordingOf(kind, audience)
  return { title, body: body(facts), advice: advice?.(facts) ?? [] }
}

/** The channels of a notification, beside the list in the client. */
export function channelsFor(
  kind: NotificationKind,
  audience: Audience,
  isOwnAction = false,
): readonly Channel[] {
  const wording = findWording(kind, audience)
  if (!wording || wording.isListedOnly) return []
  return wording.sms && !isOwnAction ? ['email', 'sms'] : ['email']
}

/** Whether nothing holds the message back. A kind of a newer release is not urgent here. */
export function isUrgent(kind: string, audience: Audience): boolean {
  return findWording(kind, audience)?.isUrgent === true
}

/** Whether the text names a lab: only then is the lab stored with the notification. */
export function namesLab(kind: NotificationKind, audience: Audience): boolean {
  return kindsThatNameLab.get(audience)?.has(kind) === true
}

const kindsThatNameLab = new Map(
  audiences.map((audience) => [
    audience,
    new Set(notificationKinds.filter((kind) => changesWithLab(kind, audience))),
  ]),
)

function changesWithLab(kind: NotificationKind, audience: Audience): boolean {
  if (!findWording(kind, audience)) return false
  const [named, unnamed] = ['Lab', null].map((labName) =>
    plainText(renderNotification(kind, audience, { ...emptyTemplateData, labName })),
  )
  return named !== unnamed
}

export type LinkContext = { publicUrl: string; bookingId: string | null }

const usualLinks: Readonly<Record<Audience, Link>> = {
  customer: { label: 'See your booking', path: '/booking', ofBooking: true },
  'lab-partner': { label: 'Open the booking', path: '/lab/bookings', ofBooking: true },
  admin: { label: 'Open the console', path: '/dashboard' },
}

/** The action that a message links to; null when there is none. @throws UnknownKindError */
export function actionOf(
  kind: string,
  audience: Audience,
  { publicUrl, bookingId }: LinkContext,
): { label: string; url: string } | null {
  const { link = usualLinks[audience] } = wordingOf(kind, audience)
  if (!link) return null
  const query = link.ofBooking && bookingId !== null ? `?id=${bookingId}` : ''
  return { label: link.label, url: linkTo(publicUrl, link.path + query) }
}
