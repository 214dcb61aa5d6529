import pg from 'pg'

/** A booking that reached its final status, and the customer who gets its messages. */
type FinishedBooking = {
  id: string
  finalStatus: 'confirmed' | 'cancelled'
  customer: { email: string; phone: string }
}

export type LogState = {
  epoch: string
  head: number
  /** Number of events; equal to the head if positions are dense */
  events: number
  first: number
  /** By booking: how often it was placed, its order numbers, and the type of its last event */
  bookings: Map<string, { placed: number; orderNumbers: string[]; types: string[] }>
}

const finalEvents: Record<FinishedBooking['finalStatus'], string> = {
  confirmed: 'BookingConfirmed',
  cancelled: 'BookingCancelled',
}

/** Reads what the checks need directly from the database. */
export async function readLogState(databaseUrl: string): Promise<LogState> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select (select id from log.epoch) as epoch, count(*)::int as events, coalesce(min(position), 1)::int as first,
              coalesce(max(position), 0)::int as head from log.events`,
    )
    const bookings = await client.query<{ id: string; types: string[]; numbers: string[] }>(
      `select replace(stream_id, 'booking-', '') as id, array_agg(type order by version) as types,
              array_agg(data ->> 'orderNumber') filter (where type = 'OrderCreated') as numbers
         from log.events where stream_id like 'booking-%' group by stream_id`,
    )
    return {
      ...rows[0],
      bookings: new Map(
        bookings.rows.map(({ id, types, numbers }) => [
          id,
          {
            types,
            placed: types.filter((type) => type === 'BookingPlaced').length,
            orderNumbers: numbers ?? [],
          },
        ]),
      ),
    }
  } finally {
    await client.end()
  }
}

/**
 * Finds gaps between positions, acknowledged bookings whose last acknowledged step is missing, bookings that were placed or
 * ordered twice, and order numbers that two bookings have.
 */
export function findLogProblems(
  { head, events, first, bookings }: LogState,
  finished: readonly FinishedBooking[],
): string[] {
  const problems: string[] = []
  if (events !== head || first !== 1) problems.push(`${events} events from ${first} to ${head}: not dense`)
  const owners = new Map<string, string>()
  for (const [id, { placed, orderNumbers }] of bookings) {
    if (placed > 1) problems.push(`${id} was placed ${placed} times`)
    if (orderNumbers.length > 1) problems.push(`${id} has ${orderNumbers.length} orders`)
    for (const number of orderNumbers) {
      const other = owners.get(number)
      if (other) problems.push(`${number} belongs to ${id} and ${other}`)
      owners.set(number, id)
    }
  }
  for (const { id, finalStatus } of finished) {
    const booking = bookings.get(id)
    if (booking?.placed !== 1 || !booking.types.includes(finalEvents[finalStatus]))
      problems.push(`${id} is not ${finalStatus}`)
    if (booking?.orderNumbers.length !== 1) problems.push(`${id} has no order`)
  }
  return problems
}
