import { usePages } from '@/lib/cache/use-pages'
import { liveQuery, useList } from '@/lib/cache/use-resource'
import { derivedFrom, listOf } from '@/lib/live/live-rule'

export const allLabs = liveQuery(
  '/api/lab-partners/all',
  listOf('lab', ({ waitsForConsent }, search) => !search.has('waiting') || waitsForConsent, {
    defaultLimit: 500,
  }),
)

export const approvedLabs = liveQuery(
  '/api/lab-partners',
  listOf('lab', ({ isApproved }) => isApproved, { defaultLimit: 500 }),
)

const topLabs = liveQuery('/api/lab-partners/top', derivedFrom('booking'))

/** @param waiting only those with areas that wait for consent */
export function useAllLabs(waiting = false) {
  return usePages(allLabs, { limit: 500, ...(waiting && { waiting: '1' }) })
}

export function useApprovedLabs() {
  return useList(approvedLabs)
}

export function useTopLabs() {
  return useList(topLabs)
}
