import type { RunDetailView, RunView } from '@jaanch/operations/runs/api'
import { useEffect } from 'react'
import { useResource } from '@/lib/cache/use-resource'
import { useOperations } from '../parts'

export type { RunDetailView, RunView }

const whileRunningMs = 1_000

/** Whether it has not ended. */
export function isOpen({ finishedAt }: Pick<RunView, 'finishedAt'>): boolean {
  return finishedAt === null
}

/** The last ten runs, fetched every second while one is under way and the page is visible, and the differences of one. */
export function useRuns(shown: number | undefined) {
  const runs = useResource('/api/operations/runs')
  const detail = useResource(shown === undefined ? null : '/api/operations/runs/:id', {
    params: { id: String(shown ?? '') },
  })
  const isRunning = runs.data?.some(isOpen) ?? false
  const shownState = runs.data?.find(({ id }) => id === shown)?.state
  const { lastRun } = useOperations().data ?? {}
  const { mutate: fetchRuns } = runs
  const { mutate: fetchDetail } = detail

  // others ask for runs too
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches when a run begins, moves on or ends
  useEffect(() => {
    void fetchRuns()
  }, [lastRun?.id, lastRun?.state, fetchRuns])

  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches the differences when the run ends
  useEffect(() => {
    void fetchDetail()
  }, [shownState, fetchDetail])

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void fetchRuns()
    }, whileRunningMs)
    return () => clearInterval(timer)
  }, [isRunning, fetchRuns])

  return {
    runs: runs.data,
    detail: detail.data,
    error: runs.error,
    refetch: async () => {
      await Promise.all([fetchRuns(), fetchDetail()])
    },
  }
}
