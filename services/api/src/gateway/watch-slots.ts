import { slotCalls } from '@jaanch/booking/slots/api'
import {
  type FoundVisit,
  isTooFar,
  type ReadSlots,
  type SlotsAnswer,
} from '@jaanch/booking/slots/availability'
import type { Caller } from '@jaanch/contracts/caller'
import type { QueryOf } from '@jaanch/contracts/http/route'
import type { Log } from '@jaanch/platform/logging'
import { createWakeSignal, pause, runLoop } from '@jaanch/platform/run-loop'
import type { Server, Socket } from 'socket.io'
import type { ClientMessages, ServerMessages, SlotsMessage } from '../socket-api.ts'

type Query = QueryOf<typeof slotCalls.listSlots>
type WatchSocket = Pick<Socket<ClientMessages, ServerMessages>, 'id' | 'on' | 'once' | 'emit'>

export type SlotWatches = {
  /** Lets the client of a socket watch slots. Only for customers and admins */
  admit(socket: WatchSocket, caller: Caller): void
  /** A place of a lab was taken or given up on a date. */
  changed(date: string, labPartnerId: string): void
  /** Any place, or what any lab declared, may have changed. */
  anyChanged(): void
  /** How many sockets watch slots or have asked to */
  watching(): number
  /** Ends with the signal. */
  ended: Promise<void>
}

type Options = {
  io: Pick<Server<ClientMessages, ServerMessages>, 'to'>
  read: ReadSlots
  findVisit: (bookingId: string, caller: Caller) => Promise<FoundVisit | null>
  log: Log
  signal: AbortSignal
  /** The clock of today's date */
  now: () => Date
}

/** The last question of a socket. A client that asks again and again replaces its question; it is answered in its turn */
type Asked = { query: Query; caller: Caller }

/** An equal question of any number of sockets */
type Watch = {
  query: Query
  visit: FoundVisit | null
  /** The last answer that each socket got */
  sockets: Map<string, string | undefined>
  answer?: SlotsAnswer & { json: string }
  readAt: number
  isDue: boolean
}

/** At most two messages a second to a client, ms */
const minIntervalMs = 500
/** Holds expire, and slots begin, without a notification, ms */
const refreshMs = 10_000
/** A read takes a few ms. The pause between two is as long: the reads of all watches use half of a connection at most. */
const pauseFactor = 1
const pollMs = 250

/**
 * Tells clients when the slots that they show change. Questions that are equal are read once for all their sockets; one read is under
 * way at a time, so with very many different questions each is answered less often.
 */
export function createSlotWatches({ io, read, findVisit, log, signal, now }: Options): SlotWatches {
  /** By socket */
  const asked = new Map<string, Asked>()
  const watchOf = new Map<string, Watch>()
  const answeredAt = new Map<string, number>()
  const watches = new Map<string, Watch>()
  const wakeSignal = createWakeSignal()

  function leave(socketId: string): void {
    asked.delete(socketId)
    const watch = watchOf.get(socketId)
    watchOf.delete(socketId)
    watch?.sockets.delete(socketId)
  }

  async function join(socketId: string, question: Asked): Promise<void> {
    const { query, caller } = question
    const visit = query.visitId === undefined ? null : await findVisit(query.visitId, caller)
    // meanwhile it may have gone, or ask for something else
    if (asked.get(socketId) !== question) return
    leave(socketId)
    answeredAt.set(socketId, performance.now())
    const key = JSON.stringify([query, visit?.id, visit?.labPartnerId])
    const watch = watches.get(key) ?? { query, visit, sockets: new Map(), readAt: -refreshMs, isDue: true }
    watches.set(key, watch)
    watch.sockets.set(socketId, undefined)
    watchOf.set(socketId, watch)
    tell(watch)
  }

  /** To those who have not got this answer. */
  function tell({ sockets, answer, query }: Watch): void {
    if (!answer) return
    const behind = [...sockets].filter(([, sent]) => sent !== answer.json).map(([id]) => id)
    if (behind.length === 0) return
    for (const id of behind) sockets.set(id, answer.json)
    const message: SlotsMessage = { query, slots: answer.view }
    io.to(behind).emit('slots', message)
  }

  async function refresh(watch: Watch): Promise<void> {
    const { from, days, pincode, packageIds } = watch.query
    watch.readAt = performance.now()
    // what changes from now on may not be in the answer
    watch.isDue = false
    const answer = await read({ from, days, pincode, packageIds, visit: watch.visit }).catch((error) => {
      watch.isDue = true
      throw error
    })
    watch.answer = { ...answer, json: JSON.stringify(answer.view) }
    tell(watch)
  }

  /** Yields the work that is due now. Empty watches are forgotten. */
  function* dueNow(time: number): Generator<() => Promise<void>> {
    for (const [socketId, question] of asked) {
      const answered = answeredAt.get(socketId) ?? Number.NEGATIVE_INFINITY
      if (time - answered >= minIntervalMs) yield () => join(socketId, question)
    }
    for (const [key, watch] of watches) {
      if (watch.sockets.size === 0) watches.delete(key)
      else if (isDue(watch, time)) yield () => refresh(watch)
    }
  }

  async function pass(): Promise<boolean> {
    let failure: { error: unknown } | undefined
    for (const act of dueNow(performance.now())) {
      const startedAt = performance.now()
      // the others go on: the fault may be in this question
      await act().catch((error) => {
        failure ??= { error }
      })
      if (signal.aborted) return false
      await pause(pauseFactor * (performance.now() - startedAt), signal)
    }
    if (failure) throw failure.error
    return false
  }

  return {
    admit(socket, caller) {
      socket.on('watch-slots', (message) => {
        const parsed = slotCalls.listSlots.query.safeParse(message)
        if (!parsed.success || isTooFar(parsed.data, now())) return leave(socket.id)
        asked.set(socket.id, { query: parsed.data, caller })
        wakeSignal.notify()
      })
      socket.once('disconnect', () => {
        leave(socket.id)
        answeredAt.delete(socket.id)
      })
    },
    changed(date, labPartnerId) {
      const concerned = [...watches.values()].filter((watch) => concerns(watch, date, labPartnerId))
      for (const watch of concerned) watch.isDue = true
      if (concerned.length > 0) wakeSignal.notify()
    },
    anyChanged() {
      for (const watch of watches.values()) watch.isDue = true
      wakeSignal.notify()
    },
    watching: () => new Set([...asked.keys(), ...watchOf.keys()]).size,
    ended: runLoop({
      name: 'the reading of free slots',
      pass,
      wakeSignal,
      pollMs,
      onError: (error) => log.warn({ err: error }, 'free slots cannot be read for clients, trying again'),
      signal,
    }),
  }
}

function isDue({ isDue, readAt }: Watch, time: number): boolean {
  return time - readAt >= (isDue ? minIntervalMs : refreshMs)
}

function concerns({ answer }: Watch, date: string, labPartnerId: string): boolean {
  return answer === undefined || (date <= answer.until && answer.labs.has(labPartnerId))
}
