import type { AdminFacts } from '@jaanch/insight/facts/api'
import { type Fact, type StatedFacts, shownFact } from '@jaanch/insight/facts/facts'
import { useEffect } from 'react'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { createStoredSetting } from '@/lib/storage'
import { useStore } from '@/lib/store'

const path = '/api/facts'
const adminPath = '/api/admin/facts'
const dayMs = 86_400_000

/** The facts of the last answer, so that hidden ones do not show again at each start; null if none differs */
const lastFacts = createStoredSetting<StatedFacts<string> | null>('facts', (stored) =>
  stored && typeof stored === 'object' ? (stored as StatedFacts<string>) : null,
)

/**
 * The facts that the installation states in place of the specification; null for what is hidden. Before the first answer, and on the
 * prerendered page, the facts are those of the specification.
 */
export function useFacts<Id extends string>(facts: Readonly<Record<Id, Fact>>): Record<Id, string | null> {
  const last = useStore(lastFacts)
  const { data } = useResource(path)
  useEffect(() => {
    if (data) lastFacts.set(Object.keys(data).length > 0 ? data : null)
  }, [data])
  const stated: StatedFacts<Id> = data ?? last ?? {}
  const shown = {} as Record<Id, string | null>
  for (const id of Object.keys(facts) as Id[]) shown[id] = shownFact(facts, stated, id)
  return shown
}

/** The facts with their version, fetched again each time that they are shown, because other admins change them. */
export function useAdminFacts() {
  return useResource(adminPath, { refreshMs: dayMs })
}

/** Fetches what somebody else saved. */
export async function refreshAdminFacts(): Promise<void> {
  await mutate(adminPath)
}

export async function setFacts(wanted: AdminFacts): Promise<AdminFacts> {
  const stored = await call('PUT', adminPath, { body: wanted })
  await mutate(adminPath, stored, { revalidate: false })
  await mutate(path, stored.facts, { revalidate: false })
  return stored
}
