import { Command } from 'commander'
import { withStack } from '../connect.ts'
import { findBooking } from '../queries/find-booking.ts'
import { readTrace } from '../queries/trace.ts'
import { drawTrace } from '../trace/draw.ts'
import { growTrace } from '../trace/grow.ts'

export function traceCommand(): Command {
  return new Command('trace')
    .description('what became of a booking: events, the work that followed, messages, the push, with times')
    .argument('<booking>', "the booking's id, or its first 8 characters")
    .option('--json', 'as JSON')
    .action((given: string, options: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const trace = await readTrace(pool, await findBooking(pool, given))
        const roots = growTrace(trace)
        console.log(
          options.json
            ? JSON.stringify({ bookingId: trace.bookingId, steps: roots }, null, 2)
            : drawTrace(trace.bookingId, roots),
        )
      }),
    )
}
