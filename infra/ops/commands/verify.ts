import { Command } from 'commander'
import { carryOutRun, describeComparison } from '../carry-out-run.ts'
import { AnswerNo } from '../exit-codes.ts'
import { details } from '../help.ts'
import { parseReason } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'

type Options = { reason?: string; json?: boolean }

export function verifyCommand(): Command {
  return new Command('verify')
    .description('rebuilds the read tables beside the live ones and compares them row by row')
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText('after', details('verify', 'verify --json', { no: 'the tables differ' }))
    .action(({ reason, json = false }: Options) =>
      withStack(async (stack) => {
        const verified = await carryOutRun(stack, { kind: 'verify', reason: reason ?? null }, { quiet: json })
        const isRight = verified.different === 0
        if (json) console.log(JSON.stringify(verified, null, 2))
        else {
          const sentence = isRight
            ? paint.good('The live read tables are what the log says.')
            : paint.bad('The live read tables are not what the log says.')
          console.log(`${describeComparison(verified)}\n\n${sentence}`)
        }
        if (!isRight) throw new AnswerNo()
      }),
    )
}
