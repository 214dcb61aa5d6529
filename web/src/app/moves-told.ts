import { statusLooks } from '@/components/booking/status'
import { prescriptionLooks } from '@/components/prescription/status'
import { countText } from '@/lib/format/count'
import type { Moved } from '@/lib/live/live-store'

/** ms between two announcements: an admin's screen reader can't read out two hundred bookings a second */
export const tellEvery = 4_000

/**
 * Tells of what moved: at once where all was quiet, and else of all that moved meanwhile in one sentence, at most every
 * `tellEvery` ms. Labs are not told of.
 */
export function createTeller(say: (sentence: string) => void) {
  const waiting = new Map<string, Moved>()
  let pause: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    if (waiting.size === 0) {
      pause = undefined
      return
    }
    say(sentenceOf([...waiting.values()]))
    waiting.clear()
    pause = setTimeout(tell, tellEvery)
  }

  return {
    moved({ before, after }: Moved): void {
      if ('labName' in after) return
      const earlier = waiting.get(after.id)
      waiting.set(after.id, { before: earlier ? earlier.before : before, after })
      if (pause === undefined) tell()
    },
    stop(): void {
      clearTimeout(pause)
      pause = undefined
      waiting.clear()
    },
  }
}

function sentenceOf(moves: readonly Moved[]): string {
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
function isNew({ before, after }: Moved): boolean {
  return !before && ['pending', 'confirmed', 'pending_customer_confirmation'].includes(after.status)
}

function sentenceOfOne(moved: Moved): string {
  const { after } = moved
  if ('originalFileName' in after) {
    return `Prescription ${after.originalFileName}: ${prescriptionLooks[after.status].label}`
  }
  if (!('packageName' in after)) return ''
  const status = statusLooks[after.status].label
  return isNew(moved)
    ? `New booking: ${after.packageName}, ${status}`
    : `${after.packageName} is now: ${status}`
}
