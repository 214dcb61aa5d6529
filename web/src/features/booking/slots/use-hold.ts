import type { SlotsView } from '@jaanch/booking/slots/api'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { mutate } from 'swr'
import { useCommand } from '@/components/use-command'
import { type GrantedHold, holdSlot, leaveSlot, releaseSlot } from '@/features/booking/slots-calls'
import { hasCode } from '@/lib/http/api-error'
import { endOf, type HeldSlot, type Hold, holdPhase, nextStep, slotKey } from './hold'

const renewHold = { failed: 'Could not hold your time longer', fallback: 'Please try again.' }

/** A person who moves through the slots by the arrow keys chooses each of them: the last one is held. */
const settleMs = 300

type HoldOptions = {
  wanted: HeldSlot | null
  /** The slots that are free now */
  slots: SlotsView | undefined
  /** Whether the person is about to book: a hold is asked for, if slots are limited */
  isActive: boolean
  /** A booking with this choice is under way, or its answer was lost */
  isFrozen: boolean
  hold: Hold | null
  setHold: (hold: Hold | null) => void
  /** The caller keeps the hold over a reload; if the page is closed instead, the hold expires by itself */
  isKept?: boolean
}

export type HoldControl = {
  /** The hold of the chosen slot, also after its end */
  hold: Hold | null
  /** It is being asked for */
  isPending: boolean
  /** The server refused the chosen slot: others took it */
  isRefused: boolean
  isRenewing: boolean
  /** A booking is under way: the hold stays as it is */
  isFrozen: boolean
  renew: () => Promise<void>
  /** Asks for an ended hold again */
  holdAgain: () => void
  /** The server refused to book the chosen slot */
  refuse: () => void
}

/** Holds the chosen slot while the person books, and gives it up when another one is chosen or the page is left. */
export function useHold({
  wanted,
  slots,
  isActive,
  isFrozen,
  hold,
  setHold,
  isKept = false,
}: HoldOptions): HoldControl {
  const [refused, setRefused] = useState<{ key: string; seen: SlotsView | undefined } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const asked = useRef(new Set<string>())
  const latest = useRef({ key: '', hold, isFrozen, isGone: false })

  const key = wanted ? slotKey(wanted) : ''
  Object.assign(latest.current, { key, hold, isFrozen })
  // Newer data than that which showed a refused slot as free decides
  const isRefused = refused?.key === key && refused.seen === slots
  const step = nextStep({
    wanted,
    hold,
    isFrozen,
    isSettled: isRefused || failed === key,
    isNeeded: isActive && slots?.isLimited === true,
  })
  const tellReleased = useReleasedHolds((id) => {
    if (latest.current.hold?.id === id && !latest.current.isFrozen) setHold(null)
  })

  function refuse() {
    setRefused({ key: latest.current.key, seen: slots })
    setHold(null)
    refreshSlots()
  }

  async function request(slot: HeldSlot) {
    const slotAsked = slotKey(slot)
    if (asked.current.has(slotAsked)) return
    asked.current.add(slotAsked)
    const askedAt = Date.now()
    try {
      const answer = await holdSlot(bodyOf(slot))
      const { isGone, key: wantedNow } = latest.current
      if (isGone || wantedNow !== slotAsked) void release(answer.id)
      else setHold({ ...slot, ...heldUntil(answer, askedAt) })
    } catch (error) {
      if (latest.current.key !== slotAsked) return
      if (hasCode(error, 'slot-full')) refuse()
      // The server decides when it is booked
      else setFailed(slotAsked)
    } finally {
      asked.current.delete(slotAsked)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: key and step stand for what they are made of
  useEffect(() => {
    if (step === 'release' && hold) {
      setHold(null)
      if (holdPhase(hold, Date.now()) === 'ended') return
      tellReleased(hold.id)
      void release(hold.id)
    }
    if (step !== 'request' || !wanted) return
    const timer = setTimeout(() => void request(wanted), settleMs)
    return () => clearTimeout(timer)
  }, [key, step])

  useEffect(() => {
    function leave() {
      const held = latest.current.hold
      if (!held || latest.current.isFrozen || holdPhase(held, Date.now()) === 'ended') return
      setHold(null)
      tellReleased(held.id)
      leaveSlot(held.id)
    }
    latest.current.isGone = false
    if (!isKept) addEventListener('pagehide', leave)
    return () => {
      latest.current.isGone = true
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [setHold, tellReleased, isKept])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was kept
  useEffect(() => {
    // one that is being given up would come back
    if (hold && step !== 'release' && !isFrozen && holdPhase(hold, Date.now()) !== 'ended')
      void askAgain(hold)
  }, [])

  /** Whether a kept hold is still there: it may have been given up elsewhere. */
  async function askAgain(kept: Hold) {
    const askedAt = Date.now()
    const isCurrent = () => latest.current.hold?.id === kept.id && !latest.current.isFrozen
    try {
      const answer = await holdSlot(bodyOf(kept), kept.key)
      if (isCurrent()) setHold({ ...kept, ...heldUntil(answer, askedAt) })
    } catch (error) {
      // otherwise it is kept: the server decides when it is booked
      if (isCurrent() && hasCode(error, 'slot-full')) refuse()
    }
  }

  const renewal = useCommand({
    ...renewHold,
    // the countdown has a button for it, until it is over
    isRepeatable: false,
    async send(held: Hold) {
      const askedAt = Date.now()
      const answer = await holdSlot({ ...bodyOf(held), holdId: held.id })
      if (latest.current.hold?.id === held.id)
        setHold({ ...held, ...heldUntil(answer, askedAt), key: held.key })
    },
    onFailure(error, held) {
      if (!hasCode(error, 'hold-renewed', 'slot-full')) return false
      setHold({ ...held, isRenewable: false })
      return true
    },
  })

  return {
    hold: hold && key === slotKey(hold) ? hold : null,
    isPending: step === 'request',
    isRefused,
    isRenewing: renewal.busy,
    isFrozen,
    renew: async () => {
      if (hold && !renewal.busy) await renewal.run(hold)
    },
    holdAgain: () => setHold(null),
    refuse,
  }
}

function bodyOf({ pincode, date, time, packageIds, bookingId }: HeldSlot) {
  return { pincode, date, time, packageIds: [...packageIds], ...(bookingId && { visitId: bookingId }) }
}

function heldUntil({ id, expiresAt, isRenewable, key }: GrantedHold, askedAt: number) {
  return { id, endsAt: endOf(expiresAt, askedAt), isRenewable, key }
}

/** If it fails, the hold expires by itself. */
async function release(id: string): Promise<void> {
  await releaseSlot(id).catch((error) => console.warn('The slot stays held until its time is over', error))
}

/**
 * A duplicated tab has the same draft, and with it the same hold: the tabs tell each other when one gives a hold up.
 * @returns tells the other tabs
 */
function useReleasedHolds(onReleased: (id: string) => void): (id: string) => void {
  const channel = useRef<BroadcastChannel | null>(null)
  const onMessage = useEffectEvent(({ data }: MessageEvent) => onReleased(String(data)))
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return
    const opened = new BroadcastChannel('released-holds')
    opened.onmessage = (event) => onMessage(event)
    channel.current = opened
    return () => {
      channel.current = null
      opened.close()
    }
  }, [])
  return useCallback((id) => channel.current?.postMessage(id), [])
}

/** Fetches again what is free, after the server refused what was shown as free. */
export function refreshSlots(): void {
  void mutate((key) => typeof key === 'string' && key.startsWith('/api/slots?'))
}
