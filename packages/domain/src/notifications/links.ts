import type { Audience, NotificationKind } from '@jaanch/contracts/notification-kinds'

export type LinkContext = { publicUrl: string; bookingId: string | null }

/** The action that a message links to; null when there is none. */
export function actionOf(
  kind: NotificationKind,
  audience: Audience,
  { publicUrl, bookingId }: LinkContext,
): { label: string; url: string } | null {
  const to = (path: string, label: string) => ({ label, url: linkTo(publicUrl, path) })
  const toBooking = (path: string, label: string) =>
    to(bookingId === null ? path : `${path}?id=${bookingId}`, label)

  if (kind === 'assignment-failed') return toBooking('/admin/bookings', 'Assign a lab')
  if (audience === 'admin')
    return to('/dashboard', kind === 'lab-applied' ? 'Review the application' : 'Open the console')
  if (kind === 'lab-approved') return to('/lab', 'Sign in')
  if (kind === 'lab-rejected') return null
  // the booking is no longer visible to this lab
  if (kind === 'lab-replaced' || kind === 'assignment-withdrawn')
    return to('/lab/bookings', 'See your bookings')
  if (audience === 'lab-partner') return toBooking('/lab/bookings', 'Open the booking')
  if (kind === 'order-proposed') return toBooking('/booking', 'Confirm or decline')
  if (kind === 'report-ready' || kind === 'report-amended') return toBooking('/booking', 'Open your report')
  return toBooking('/booking', 'See your booking')
}

export function linkTo(publicUrl: string, path: string): string {
  return new URL(path, publicUrl).href
}
