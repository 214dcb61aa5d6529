import { Command } from 'commander'
import { findBooking } from '../queries/events.ts'
import { readTrace } from '../queries/trace.ts'
import { withStack } from '../stack.ts'
import { buildTree } from '../trace/build-tree.ts'
import { formatTree } from '../trace/format-tree.ts'

export function traceCommand(): Command {
  return new Command('trace')
    .description('what happened to a booking: events, work, messages and pushes, with times')
    .argument('<booking>', "the booking's id, or its first 8 characters")
    .option('--json', 'as JSON')
    .action((beginning: string, options: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const trace = await readTrace(pool, await findBooking(pool, beginning))
        const steps = buildTree(trace)
        console.log(
          options.json
            ? JSON.stringify({ bookingId: trace.bookingId, steps }, null, 2)
            : formatTree(trace.bookingId, steps),
        )
      }),
    )
}
