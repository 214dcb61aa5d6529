import { istDate } from '@jaanch/contracts/calendar'
import { useCallback, useRef, useState } from 'react'
import { call } from '@/lib/http/call'
import { readToken, subjectOf } from '@/lib/http/token'
import { saveRound } from '@/lib/outbox/outbox'
import { rememberUser } from '@/lib/session/remembered-user'
import type { SessionUser } from '@/lib/session/session-context'
import { keepForOffline } from './keep-for-offline'
import { serverNow } from './server-now'

/** Fetches the round of today and keeps it: one fetch at a time, so that an older answer never replaces a newer one. */
export function useFetchedRound(user: SessionUser) {
  const [failure, setFailure] = useState<unknown>()
  const [isFetching, setFetching] = useState(false)
  const running = useRef<Promise<void>>(undefined)
  const current = useRef(user)
  current.current = user
  const { id: userId } = user

  const fetchRound = useCallback(
    async (isOpenedAgain = false) => {
      while (running.current) await running.current
      const date = istDate(serverNow())
      setFetching(true)
      running.current = saveRound(
        userId,
        date,
        () => call('GET', '/api/lab/round', { query: { date } }),
        isOpenedAgain,
      )
        .then(() => {
          // the session may have ended meanwhile
          if (subjectOf(readToken()) === userId) rememberUser(current.current)
          setFailure(undefined)
          void keepForOffline()
        })
        .catch(setFailure)
        .finally(() => {
          running.current = undefined
        })
      await running.current
      setFetching(false)
    },
    [userId],
  )
  return { fetchRound, isFetching, failure }
}
