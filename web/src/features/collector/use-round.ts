import { istDate } from '@jaanch/contracts/calendar'
import type { PhoneRound } from '@jaanch/contracts/http/collection'
import type { CustodyInput } from '@jaanch/contracts/http/custody'
import type { PaymentMethod } from '@jaanch/contracts/vocabulary'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '@/lib/http/call'
import { clockOffsetMs } from '@/lib/http/clock'
import { clearFor, type Kept, saveRound, watchRound } from '@/lib/outbox/outbox'
import { useOutbox } from '@/lib/outbox/use-outbox'
import { rememberUser } from '@/lib/session/remembered-user'
import { useUser } from '@/lib/session/session-context'
import { useStore } from '@/lib/store'
import { createStoredSetting } from '@/lib/stored-setting'
import { toast } from '@/ui/toast-store'
import { keepForOffline } from './keep-for-offline'
import { type Person, withCommands } from './local-round'
import { page as texts } from './texts'

/** A page that somebody comes back to after this fetches the round again, ms */
const freshMs = 5 * 60_000

/** The days (IST) whose round was ended on this device, by user: nothing is fetched again by itself */
const endedRounds = createStoredSetting<Record<string, string>>('ended_rounds', (stored) =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {},
)

const serverNow = () => new Date(Date.now() - (clockOffsetMs() ?? 0))

/**
 * The round of the collector who is signed in: as it was last fetched, with what was done since. What is done is kept on the device
 * first, and sent in its turn.
 */
export function useRound() {
  const user = useUser()
  const { add, dismiss, flush } = useOutbox()
  const [stored, setStored] = useState<Kept & { userId: string }>()
  const [failure, setFailure] = useState<unknown>()
  const [isFetching, setFetching] = useState(false)
  const ended = useStore(endedRounds)[user.id]
  const today = istDate(serverNow())
  const isEnded = ended === today
  const fetchedAt = useRef(0)

  useEffect(() => watchRound(user.id, (kept) => setStored({ ...kept, userId: user.id })), [user.id])

  const fetchRound = useCallback(async () => {
    const date = istDate(serverNow())
    setFetching(true)
    try {
      await saveRound(user.id, date, () => call('GET', '/api/lab/round', { query: { date } }))
      fetchedAt.current = Date.now()
      rememberUser(user)
      setFailure(undefined)
      void keepForOffline()
    } catch (error) {
      setFailure(error)
    } finally {
      setFetching(false)
    }
  }, [user])

  const mine = stored?.userId === user.id ? stored : undefined
  const refusedCount = mine?.entries.filter(({ state }) => state === 'refused').length ?? 0

  // after a refusal too: the state that it was for is another one
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number changes
  useEffect(() => {
    if (!isEnded) void fetchRound()
  }, [fetchRound, isEnded, refusedCount])

  useEffect(() => {
    if (isEnded) return
    const again = () => void fetchRound()
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() - fetchedAt.current > freshMs) again()
    }
    addEventListener('online', again)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [fetchRound, isEnded])

  const fetched = mine?.kept?.round as PhoneRound | undefined
  const entries = mine?.entries ?? []
  const round = useMemo(() => {
    const done = mine?.entries.filter(({ state }) => state !== 'refused') ?? []
    return fetched && withCommands(fetched, done, serverNow())
  }, [fetched, mine])

  /** @returns whether it is kept: without storage nothing is, which is said */
  async function keep(adding: Promise<void>): Promise<boolean> {
    try {
      await adding
      return true
    } catch (error) {
      console.warn(error)
      toast.error(...texts.notKept)
      return false
    }
  }

  return {
    round,
    /** When what is shown was fetched (ISO) */
    savedAt: mine?.kept?.savedAt,
    isLoading: mine === undefined || (!round && isFetching),
    isFetching,
    failure,
    isEnded,
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    refused: entries.filter(({ state }) => state === 'refused'),
    dismiss,
    refresh() {
      flush()
      endedRounds.set({})
      void fetchRound()
    },
    /** Records what was done with one person. @returns whether it is kept */
    record({ bookingId, patient, orderNumber }: Person, command: CustodyInput) {
      const at = new Date().toISOString()
      return keep(
        add('POST', '/api/bookings/:id/custody', {
          params: { id: bookingId },
          body: { recorded: { at, offsetMs: clockOffsetMs() }, command },
          subject: bookingId,
          about: aboutText(patient?.name, orderNumber),
          at,
          isKept: true,
        }),
      )
    },
    /** Records that everybody of a visit who had not paid has. @param payer one of them. @returns whether it is kept */
    pay({ bookingId, patient, orderNumber }: Person, method: PaymentMethod, reference: string | null) {
      return keep(
        add('POST', '/api/bookings/:id/payment', {
          params: { id: bookingId },
          body: { method, reference, visit: true },
          subject: bookingId,
          about: aboutText(patient?.name, orderNumber),
          at: new Date().toISOString(),
          isKept: true,
        }),
      )
    },
    /** Deletes all of the round from the device. @returns false if something is not sent yet: then nothing is deleted */
    async end(): Promise<boolean> {
      if (!(await clearFor(user.id))) return false
      endedRounds.set({ [user.id]: today })
      forgetFasting()
      rememberUser(null)
      return true
    },
  }
}

function aboutText(...parts: (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(', ')
}

export type RoundControl = ReturnType<typeof useRound>

/** Visits whose people said that they fasted: nothing that the server is told */
export const fastedVisits = createStoredSetting<readonly string[]>('fasted_visits', (stored) =>
  Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [],
)

function forgetFasting(): void {
  fastedVisits.set([])
}
