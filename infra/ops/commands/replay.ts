import { type ProjectionName, projectionNames } from '@jaanch/contracts/projections'
import type { Rebuilt } from '@jaanch/projector/generations/rebuild'
import { Command, Option } from 'commander'
import { carryOut } from '../carry-out.ts'
import { describeComparison } from '../describe-comparison.ts'
import { UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'
import { tryOtherCode } from '../what-if/try-other-code.ts'
import { parseReason } from './resolution.ts'

type VerifyOptions = { projection?: ProjectionName; reason?: string; json?: boolean }
type ReplayOptions = VerifyOptions & { dryRun?: boolean; code?: string; acceptDifferences?: boolean }

const projectionOption = () =>
  new Option('--projection <name>', 'only its tables; the others are copied as they are').choices(
    projectionNames,
  )

export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'rebuilds the read tables beside the live ones, compares them and makes them live; sends nothing',
    )
    .addOption(projectionOption())
    .option('--dry-run', 'only compares, and drops the new tables')
    .option(
      '--code <path or git ref>',
      'with --dry-run: compares with the tables that another version of the projections makes',
    )
    .option(
      '--accept-differences',
      'makes them live although they differ, after a bug of a projection was fixed; needs --reason',
    )
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      details({
        examples: [
          'replay --dry-run',
          'replay --dry-run --code main',
          'replay --projection notifications --json',
          'replay --accept-differences --reason "the projection of rewards had a bug"',
        ],
        no: 'the tables differ and did not go live',
      }),
    )
    .action((options: ReplayOptions) =>
      withStack(async ({ databaseUrl: url, pool }) => {
        const { dryRun = false, code, acceptDifferences = false, projection, reason, json = false } = options
        if (code !== undefined) return tryOtherCode({ url, code, dryRun, json })
        if (acceptDifferences && !reason) {
          throw new UsageProblem('Say why the differences are right: --accept-differences needs --reason.')
        }
        if (!dryRun)
          await recordCommand(pool, 'replay', { acceptDifferences, ...(projection && { projection }) })
        const rebuilt = await carryOut({
          url,
          pool,
          request: {
            kind: 'replay',
            projection: projection ?? null,
            isDryRun: dryRun,
            onDifferences: acceptDifferences ? 'accept' : 'refuse',
            reason: reason ?? null,
          },
          quiet: json,
        })
        const failed = rebuilt.different > 0 && !rebuilt.wentLive
        if (failed) process.exitCode = 1
        if (json) return console.log(JSON.stringify(rebuilt, null, 2))
        console.log(describeComparison(rebuilt))
        console.log(`\n${verdict(rebuilt, dryRun)}`)
      }),
    )
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('rebuilds the read tables beside the live ones and compares them row by row')
    .addOption(projectionOption())
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      details({
        examples: ['verify', 'verify --projection counts', 'verify --json'],
        no: 'the tables differ',
      }),
    )
    .action(({ projection, reason, json = false }: VerifyOptions) =>
      withStack(async ({ databaseUrl: url, pool }) => {
        const rebuilt = await carryOut({
          url,
          pool,
          request: { kind: 'verify', projection: projection ?? null, reason: reason ?? null },
          quiet: json,
        })
        if (rebuilt.different > 0) process.exitCode = 1
        if (json) return console.log(JSON.stringify(rebuilt, null, 2))
        console.log(describeComparison(rebuilt))
        console.log(
          rebuilt.different === 0
            ? paint.good('\nThe live read tables are what the log says.')
            : paint.bad('\nThe live read tables are not what the log says.'),
        )
      }),
    )
}

function verdict({ wentLive, different, generation, comparedWith }: Rebuilt, dryRun: boolean): string {
  if (wentLive) return paint.good(`Generation ${generation} is live.`)
  const unchanged = `Generation ${comparedWith} stays live; the rebuilt one was dropped.`
  if (different === 0) return paint.good(`They are the same. ${unchanged}`)
  const hint = dryRun ? '' : ' To make it live nevertheless: --accept-differences --reason <text>.'
  return paint.bad(`They differ. ${unchanged}${hint}`)
}
