import type { Audience, NotificationKind } from './kinds.ts'
import { wordingOf } from './templates.ts'
import type { Link } from './wordings/wording.ts'

export type LinkContext = { publicUrl: string; bookingId: string | null }

const usualLinks: Readonly<Record<Audience, Link>> = {
  customer: { label: 'See your booking', path: '/booking', ofBooking: true },
  'lab-partner': { label: 'Open the booking', path: '/lab/bookings', ofBooking: true },
  admin: { label: 'Open the console', path: '/dashboard' },
}

/** The action that a message links to; null when there is none. @throws UnknownKindError */
export function actionOf(
  kind: NotificationKind,
  audience: Audience,
  { publicUrl, bookingId }: LinkContext,
): { label: string; url: string } | null {
  const { link = usualLinks[audience] } = wordingOf(kind, audience)
  if (!link) return null
  const query = link.ofBooking && bookingId !== null ? `?id=${bookingId}` : ''
  return { label: link.label, url: linkTo(publicUrl, link.path + query) }
}

export function linkTo(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}
