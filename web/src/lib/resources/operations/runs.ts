import type { RunDetailView, RunView } from '@jaanch/contracts/http/operations/runs'
import { useEffect } from 'react'
import { useResource } from '../../cache/use-resource'
import { call } from '../../http/call'
import type { OptionsAt } from '../../http/contract'
import { useOperations } from './now'

export type { RunDetailView, RunView }

const whileRunningMs = 1_000

/** Whether it has not ended. */
export function isOpen({ finishedAt }: Pick<RunView, 'finishedAt'>): boolean {
  return finishedAt === null
}

/** The last ten runs, and the differences of one: fetched every second while a run is under way and the page is visible. */
export function useRuns(shown: number | undefined) {
  const runs = useResource('/api/operations/runs')
  const detail = useResource(shown === undefined ? null : '/api/operations/runs/:id', {
    params: { id: String(shown ?? '') },
  })
  const isRunning = runs.data?.some(isOpen) ?? false
  const { lastRun } = useOperations().data ?? {}
  const { mutate: fetchRuns } = runs
  const { mutate: fetchDetail } = detail

  // others ask for runs too, also the night
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches when a run begins, moves on or ends
  useEffect(() => {
    void fetchRuns()
  }, [lastRun?.id, lastRun?.state, fetchRuns])

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return
      void fetchRuns()
      void fetchDetail()
    }, whileRunningMs)
    return () => {
      clearInterval(timer)
      // how it ended
      void fetchDetail()
    }
  }, [isRunning, fetchRuns, fetchDetail])

  return {
    runs: runs.data,
    detail: detail.data,
    error: runs.error,
    refetch: async () => {
      await Promise.all([fetchRuns(), fetchDetail()])
    },
  }
}

export function requestRun(body: OptionsAt<'POST', '/api/operations/runs'>['body']): Promise<RunView> {
  return call('POST', '/api/operations/runs', { body })
}

export function pauseRun(id: number): Promise<RunView> {
  return call('POST', '/api/operations/runs/:id/pause', { params: { id: String(id) } })
}

export function continueRun(id: number): Promise<RunView> {
  return call('POST', '/api/operations/runs/:id/continue', { params: { id: String(id) } })
}

export function stopRun(id: number): Promise<RunView> {
  return call('POST', '/api/operations/runs/:id/stop', { params: { id: String(id) } })
}

/** @param comparison the one whose differences were shown */
export function acceptRun(id: number, comparison: number, reason: string | null): Promise<RunView> {
  return call('POST', '/api/operations/runs/:id/accept', {
    params: { id: String(id) },
    body: { comparison, reason },
  })
}
