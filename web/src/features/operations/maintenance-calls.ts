import type { MaintenanceNotice } from '@jaanch/operations/maintenance/api'
import { mutate } from 'swr'
import { useResource } from '@/lib/cache/use-resource'
import { call } from '@/lib/http/call'
import { createStoredSetting } from '@/lib/storage'

const path = '/api/maintenance'
/** Those who are signed in are told at once, visitors ask */
const refreshMs = 5 * 60_000

/** The notice of the operators to everybody, also before it begins. */
export function useMaintenance() {
  const { data, loading } = useResource(path, { refreshMs })
  return { notice: data?.notice ?? null, loading }
}

/** Whether its time has come and is not over. */
export function isCurrent({ from, until }: MaintenanceNotice, now: Date): boolean {
  return (!from || Date.parse(from) <= now.getTime()) && (!until || now.getTime() < Date.parse(until))
}

/** The id of the notice that this browser's user has put away. */
export const dismissedNotice = createStoredSetting('dismissed-notice', (stored) =>
  typeof stored === 'number' ? stored : null,
)

/** @param from ISO 8601; '': at once. @param until ISO 8601; '': until it is cleared */
export async function setMaintenance(notice: { text: string; from: string; until: string }): Promise<void> {
  const set = await call('POST', '/api/operations/maintenance', { body: notice })
  await mutate(path, set, { revalidate: false })
}

export async function clearMaintenance(id: number): Promise<void> {
  await call('POST', '/api/operations/maintenance/clear', { body: { id } })
  await mutate(path, { notice: null }, { revalidate: false })
}
