import type { LabProfile } from '@jaanch/contracts/http/lab-profile'
import { mutate } from 'swr'
import { useResource } from '../cache/use-resource'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

const path = '/api/lab/profile'

/** The profile of the owner's lab. */
export function useLabProfile() {
  return useResource(path)
}

/** Call the session's `recheck` to show the name. */
export async function changeLabProfile(body: OptionsAt<'PUT', typeof path>['body']): Promise<LabProfile> {
  const profile = await call('PUT', path, { body })
  await mutate(path, profile, { revalidate: false })
  return profile
}
