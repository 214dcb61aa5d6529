import { bookingStatusStyles } from '@/components/booking/status'
import { prescriptionStatusStyles } from '@/components/prescription/status'
import { countText } from '@/lib/format/numbers'
import type { StatusChange } from '@/lib/live/live-store'

/** ms between two announcements: an admin's screen reader can't read out two hundred bookings a second */
export const announceIntervalMs = 4_000

/**
 * Tells of what moved: at once where all was quiet, and else of all that moved meanwhile in one sentence, at most every
 * `announceIntervalMs` ms. Labs are not told of.
 */
export function createStatusAnnouncer(say: (sentence: string) => void) {
  const waiting = new Map<string, StatusChange>()
  let pause: ReturnType<typeof setTimeout> | undefined

  function announceNext(): void {
    if (waiting.size === 0) {
      pause = undefined
      return
    }
    say(sentenceOf([...waiting.values()]))
    waiting.clear()
    pause = setTimeout(announceNext, announceIntervalMs)
  }

  return {
    onStatusChange({ before, after }: StatusChange): void {
      if ('labName' in after) return
      const earlier = waiting.get(after.id)
      waiting.set(after.id, { before: earlier ? earlier.before : before, after })
      if (pause === undefined) announceNext()
    },
    stop(): void {
      clearTimeout(pause)
      pause = undefined
      waiting.clear()
    },
  }
}

function sentenceOf(moves: readonly StatusChange[]): string {
  const [only] = moves
  if (only && moves.length === 1) return sentenceOfOne(only)
  const bookings = moves.filter(({ after }) => 'packageName' in after)
  const added = bookings.filter(isNew).length
  return [
    counted(added, 'new booking'),
    counted(bookings.length - added, 'booking', ' moved on'),
    counted(moves.length - bookings.length, 'prescription', ' moved on'),
  ]
    .filter(Boolean)
    .join(', ')
}

function counted(n: number, thing: string, what = ''): string {
  return n === 0 ? '' : `${countText(n)} ${thing}${n === 1 ? '' : 's'}${what}`
}

/** What is further along was there before, on no list that is shown. */
function isNew({ before, after }: StatusChange): boolean {
  return !before && ['pending', 'confirmed', 'pending_customer_confirmation'].includes(after.status)
}

function sentenceOfOne(moved: StatusChange): string {
  const { after } = moved
  if ('originalFileName' in after) {
    return `Prescription ${after.originalFileName}: ${prescriptionStatusStyles[after.status].label}`
  }
  if (!('packageName' in after)) return ''
  const status = bookingStatusStyles[after.status].label
  return isNew(moved)
    ? `New booking: ${after.packageName}, ${status}`
    : `${after.packageName} is now: ${status}`
}
