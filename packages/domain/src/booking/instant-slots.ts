import { istDate, istMinutes } from '@jaanch/contracts/calendar'
import { timeSlots } from '@jaanch/contracts/vocabulary'

const hourMs = 3_600_000
const firstMinute = 6 * 60
const slotMinutes = 120

/**
 * The slots in which an instant visit may take a place: that in which now + 2 h lies, then that of now + 4 h, if they are slots of
 * today. Slots: `slotNumber`.
 */
export function instantSlots(now: Date): { date: string; slot: number }[] {
  const today = istDate(now)
  return [2, 4].flatMap((hours) => {
    const at = new Date(now.getTime() + hours * hourMs)
    const slot = Math.floor((istMinutes(at) - firstMinute) / slotMinutes) + 1
    return istDate(at) === today && slot >= 1 && slot <= timeSlots.length ? [{ date: today, slot }] : []
  })
}
