import type { LabProfile } from '@jaanch/account/labs/api'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import type { OptionsAt } from '@/lib/http/contract'

export const profilePath = '/api/lab/profile'

/** The profile of the owner's lab. */
export function useLabProfile() {
  return useResource(profilePath)
}

/** Call the session's `recheck` to show the name. */
export async function changeLabProfile(
  body: OptionsAt<'PUT', typeof profilePath>['body'],
): Promise<LabProfile> {
  const profile = await call('PUT', profilePath, { body })
  await mutate(profilePath, profile, { revalidate: false })
  return profile
}
