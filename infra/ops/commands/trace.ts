import { findTrace } from '@jaanch/operations/trace/find-trace'
import { Command } from 'commander'
import { details } from '../help.ts'
import { withStack } from '../stack.ts'
import { formatTree } from '../terminal/format-tree.ts'

export function traceCommand(): Command {
  return new Command('trace')
    .description('what happened to a booking or prescription, or because of a request, with times')
    .argument(
      '<of>',
      "a booking's or prescription's id or its first 8 characters, an order number, or a request's id",
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('trace e4667634', 'trace JN-2026-000123', 'trace e4667634-31ec-8b74-a96e-bbdb6e07773f --json'),
    )
    .action((of: string, options: { json?: boolean }) =>
      withStack(async ({ pool }) => {
        const { kind, id, steps } = await findTrace(pool, of)
        const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`
        console.log(options.json ? JSON.stringify({ kind, id, steps }, null, 2) : formatTree(title, steps))
      }),
    )
}
