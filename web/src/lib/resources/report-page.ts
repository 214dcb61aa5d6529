import type { RelativeConsentView } from '@jaanch/contracts/http/people'
import { mutate } from 'swr'
import { invalidateMatching } from '../cache/live-cache'
import { liveQuery, useResource } from '../cache/use-resource'
import { call } from '../http/call'
import { urlOf } from '../http/url'
import { derivedFrom } from '../live/live-rule'

/** Fetched again when a booking changes: another version may have replaced this one. */
const page = liveQuery('/api/health-reports/:id', derivedFrom('booking'))
const consent = '/api/family-members/:id/consent'
/** What an adult family member has to agree to */
const shownWithConsent = /^\/api\/(health-reports|health-trends|health-reminders|shares)/

/** A released report with its results. */
export function useReportPage(id: string) {
  return useResource(page, { params: { id } })
}

/** What a family member agrees to, and whether. No request for null. */
export function useRelativeConsent(familyMemberId: string | null) {
  return useResource(familyMemberId ? consent : null, { params: { id: familyMemberId ?? '' } })
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
