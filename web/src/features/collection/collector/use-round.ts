import type { CustodyInput } from '@jaanch/collection/api'
import type { PhoneRound } from '@jaanch/collection/rounds/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '@/lib/http/call'
import { clockOffsetMs } from '@/lib/http/clock'
import { readToken, subjectOf } from '@/lib/http/token'
import { endRound, type Kept, saveRound, watchRound } from '@/lib/outbox/outbox'
import { useOutbox } from '@/lib/outbox/use-outbox'
import { rememberUser, type SessionUser, useUser } from '@/lib/session/session-context'
import { createStoredSetting } from '@/lib/storage'
import { toast } from '@/ui/toast-store'
import { type Person, withCommands } from './local-round'
import * as texts from './texts'

/** A page that somebody comes back to after this fetches the round again, ms */
const freshMs = 5 * 60_000

/**
 * The round of the collector who is signed in: as it was last fetched, with what was done since. What is done is kept on the device
 * first, and sent in its turn.
 */
export function useRound() {
  const user = useUser()
  const { id: userId } = user
  const { add, dismiss, flush } = useOutbox()
  const [stored, setStored] = useState<Kept & { userId: string }>()
  const mine = stored?.userId === userId ? stored : undefined
  const today = istDate(serverNow())
  const isEnded = mine?.kept?.date === today && mine.kept.round === null
  const { fetchRound, isFetching, failure } = useFetchedRound(user)
  const refusedCount = mine?.entries.filter(({ state }) => state === 'refused').length ?? 0
  const knownRefused = useRef(0)
  const savedAtMs = useRef(0)
  savedAtMs.current = Date.parse(mine?.kept?.savedAt ?? '') || 0

  useEffect(() => watchRound(userId, (kept) => setStored({ ...kept, userId })), [userId])

  const isLoaded = mine !== undefined
  useEffect(() => {
    if (!isLoaded || isEnded) return
    const again = () => void fetchRound()
    again()
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - savedAtMs.current > freshMs) again()
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [fetchRound, isLoaded, isEnded])

  // a command is refused because the server has another state
  useEffect(() => {
    if (refusedCount > knownRefused.current) void fetchRound()
    knownRefused.current = refusedCount
  }, [fetchRound, refusedCount])

  const entries = mine?.entries ?? []
  const round = useMemo(() => {
    const fetched = mine?.kept?.round as PhoneRound | null | undefined
    const done = mine?.entries.filter(({ state }) => state !== 'refused') ?? []
    return fetched ? withCommands(fetched, done, serverNow()) : undefined
  }, [mine])

  /** @returns whether the command is kept: without storage nothing is, which is said */
  function keep(adding: Promise<void>): Promise<boolean> {
    return adding.then(
      () => true,
      (error: unknown) => {
        console.warn(error)
        toast.error(...texts.page.notKept)
        return false
      },
    )
  }

  return {
    round,
    /** The time at which the round was fetched (ISO) */
    savedAt: round && mine?.kept?.savedAt,
    isLoading: !isLoaded || (!round && isFetching),
    isFetching,
    failure,
    isEnded,
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    /** Refused commands, with the names of the people who are in the round */
    refused: entries
      .filter(({ state }) => state === 'refused')
      .map((entry) => ({
        ...entry,
        about: [nameIn(round, entry.subject), entry.about].filter(Boolean).join(', '),
      })),
    dismiss,
    refresh() {
      flush()
      void fetchRound(true)
    },
    /** Records what was done with one person. @returns whether it is kept */
    record(person: Person, command: CustodyInput) {
      const { entry, recorded } = entryNow(person)
      return keep(add('POST', '/api/bookings/:id/custody', { ...entry, body: { recorded, command } }))
    },
    /** Records that everybody of a visit who had not paid has. @param payer one of them. @returns whether it is kept */
    pay(payer: Person, method: PaymentMethod, reference: string | null) {
      const { entry, recorded } = entryNow(payer)
      const body = { method, reference, visit: true, recorded }
      return keep(add('POST', '/api/bookings/:id/payment', { ...entry, body }))
    },
    /** Deletes all of the round from the device. @returns false if something is not sent yet: then nothing is deleted */
    async end(): Promise<boolean> {
      if (!(await endRound(userId, today))) return false
      fastedVisits.set([])
      rememberUser(null)
      return true
    },
  }
}

function entryNow({ bookingId, orderNumber }: Person) {
  const at = new Date().toISOString()
  return {
    entry: { params: { id: bookingId }, subject: bookingId, about: orderNumber ?? '', at, isKept: true },
    recorded: { at, offsetMs: clockOffsetMs() },
  }
}

/** @returns the name of the person of a booking, unless the round has it no more */
function nameIn(round: PhoneRound | undefined, bookingId: string): string | undefined {
  const people = round?.visits.flatMap((visit) => visit.people) ?? []
  return people.find((person) => person.bookingId === bookingId)?.patient?.name
}

export type RoundControl = ReturnType<typeof useRound>

/** Visits whose people said that they fasted. The server is not told */
export const fastedVisits = createStoredSetting<readonly string[]>('fasted_visits', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
)

/** Fetches the round of today and keeps it: one fetch at a time, so that an older answer never replaces a newer one. */
function useFetchedRound(user: SessionUser) {
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

/**
 * Asks the service worker to keep the code of this page, also of later releases: see `collectorAssets` of the build. Without a service
 * worker (development) the page needs a network to open.
 */
async function keepForOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage('keep-round')
}

/** @returns the time by the clock of the server, as far as this device has measured the difference */
function serverNow(): Date {
  return new Date(Date.now() - (clockOffsetMs() ?? 0))
}
