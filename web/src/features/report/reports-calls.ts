import type { RelativeConsentView } from '@jaanch/account/people/api'
import { mutate } from 'swr'
import { invalidateMatching } from '@/lib/cache/live-cache'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { urlOf } from '@/lib/http/url'
import { derivedFrom } from '@/lib/live/live-rule'

const consent = '/api/family-members/:id/consent'

/** The calls whose answers depend on the consent of an adult family member */
const shownWithConsent = /^\/api\/(health-reports|health-trends|health-reminders|shares)/

/** The consent of a family member, and its text. */
export function useRelativeConsent(id: string) {
  return useResource(consent, { params: { id } })
}

/** Records that an adult family member agrees: what was refused without is fetched again. */
export async function giveRelativeConsent(id: string, version: number): Promise<RelativeConsentView> {
  const given = await call('POST', consent, { params: { id }, body: { version } })
  await mutate(urlOf(consent, { id }), given, { revalidate: false })
  invalidateMatching(shownWithConsent)
  return given
}

export async function withdrawRelativeConsent(id: string): Promise<void> {
  await call('DELETE', consent, { params: { id } })
  await forgetConsent(id)
}

/** Withdrawn, or ended by an edit or the removal of the family member. */
export async function forgetConsent(id: string): Promise<void> {
  await mutate(urlOf(consent, { id }))
  // what was shown with it is shown no longer
  await mutate((key) => typeof key === 'string' && shownWithConsent.test(key), undefined, {
    revalidate: true,
  })
}

export const healthReports = liveQuery('/api/health-reports', derivedFrom('booking'))

/** The latest report of each of the customer's bookings, newest first; 500 per page, so that the first page usually has all. */
export function useHealthReports() {
  return usePages(healthReports, { limit: 500 })
}
