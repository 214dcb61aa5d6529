import type { Place } from '../booking.ts'

/**
 * Places that this process is about to take, or that a preview takes: two hundred visits that are assigned at the same moment do not
 * all choose the lab with one place left.
 */
export type Reservations = {
  /** @param day `<lab> <date>` */
  count(day: string, slot: number): number
  /** @returns gives it back, once its append has an outcome */
  take(place: Place): () => void
}

export function createReservations(): Reservations {
  const counts = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  return {
    count: (day, slot) => counts.get(`${day} ${slot}`) ?? 0,
    take({ labPartnerId, date, slot }) {
      const key = `${labPartnerId} ${date} ${slot}`
      add(key, 1)
      return () => add(key, -1)
    },
  }
}
