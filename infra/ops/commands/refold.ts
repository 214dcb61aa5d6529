import type { RefoldView } from '@jaanch/contracts/http/operations/history'
import { formatNumber } from '@jaanch/operations/format'
import { findStream } from '@jaanch/operations/history/find-stream'
import { compareWithFold, refold } from '@jaanch/operations/history/refold'
import { Command } from 'commander'
import { AnswerNo, UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { paint } from '../terminal/terminal.ts'
import { operator, parseReason } from './resolution.ts'

type Options = { yes?: boolean; reason?: string; json?: boolean }

export function refoldCommand(): Command {
  return new Command('refold')
    .description(
      'compares the rows of a booking, prescription or lab with the fold of its events; exit code 1 for any difference. With --yes it mends them',
    )
    .argument('<of>', 'booking-<id>, prescription-<id> or lab-<id>, or the first 8 characters of a booking')
    .option('--yes', 'writes the rows as the fold has them')
    .option('--reason <text>', 'the reason, which is stored; with --yes', parseReason)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      details('refold e4667634', 'refold e4667634 --yes --reason "a projection had a bug" --json', {
        no: 'the rows are not what their events say',
      }),
    )
    .action((of: string, { yes = false, reason, json = false }: Options) =>
      withStack(async ({ pool }) => {
        if (yes && reason === undefined)
          throw new UsageProblem('Mending rows needs a reason, which is stored: --reason <text>.')
        const stream = await findStream(pool, of)
        if (!yes || reason === undefined) {
          const view = await compareWithFold(pool, stream)
          print(view, json, 'To mend it: --yes --reason <text>.')
          if (view.generations.some(({ differences }) => differences.length > 0)) throw new AnswerNo()
          return
        }
        await recordCommand(pool, 'refold', { stream })
        const view = await refold(pool, stream, { reason, operator: operator() })
        print(view, json, paint.good(`${formatNumber(view.mended)} rows were mended, and pushed.`))
      }),
    )
}

function print(view: RefoldView, json: boolean, end: string): void {
  if (json) {
    console.log(JSON.stringify(view, null, 2))
    return
  }
  for (const { generation, state, position, differences } of view.generations) {
    const where = `Generation ${generation} (${state}) at event ${formatNumber(position)}`
    if (differences.length === 0) {
      console.log(paint.good(`${where}: the rows of ${view.of} are what its events say.`))
      continue
    }
    console.log(paint.bad(`${where}: the rows of ${view.of} are not what its events say.`))
    console.log(
      formatTable(differences, [
        { head: 'table', value: ({ table }) => table },
        { head: 'field', value: ({ path }) => path },
        { head: 'in the table', value: ({ before }) => show(before) },
        { head: 'from the events', value: ({ after }) => show(after) },
      ]),
    )
  }
  if (view.generations.every(({ differences }) => differences.length === 0)) return
  if (view.mayMiscount) console.log(paint.warning(miscountHint))
  console.log(end)
}

const miscountHint =
  'The wrong row and the right one count differently. Counts and statistics stay: whether they are right, verify shows; replay makes them right.'

/** @param value undefined: there is no such field */
function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
