import { findBooking } from '@jaanch/operations/events'
import { buildTree } from '@jaanch/operations/trace/build-tree'
import { readTrace } from '@jaanch/operations/trace/read-trace'
import { Command } from 'commander'
import { withStack } from '../stack.ts'
import { formatTree } from '../terminal/format-tree.ts'

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
