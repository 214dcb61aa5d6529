import { Command } from 'commander'
import { details } from '../help.ts'
import { describeComparison, rebuildWithProgress } from '../rebuild.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'
import { tryOtherCode } from '../what-if/try-other-code.ts'

type Options = { dryRun?: boolean; code?: string; acceptDifferences?: boolean; json?: boolean }

export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'rebuilds the read tables beside the live ones, compares them and makes them live; sends nothing',
    )
    .option('--dry-run', 'only compares, and drops the new tables')
    .option(
      '--code <path or git ref>',
      'with --dry-run: compares with the tables that another version of the projections makes',
    )
    .option(
      '--accept-differences',
      'makes them live although they differ, after a bug of a projection was fixed',
    )
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      details({
        examples: ['replay --dry-run', 'replay --accept-differences', 'replay --json'],
        no: 'the tables differ and did not go live',
      }),
    )
    .action((options: Options) =>
      withStack(async ({ databaseUrl: url, pool }) => {
        const { dryRun = false, code, acceptDifferences = false, json = false } = options
        if (code !== undefined) return tryOtherCode({ url, code, dryRun, json })
        if (!dryRun) await recordCommand(pool, 'replay', { acceptDifferences })
        const rebuilt = await rebuildWithProgress({
          url,
          madeFor: 'replay',
          swap: !dryRun,
          acceptDifferences,
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
    .option('--json', 'the result as JSON')
    .addHelpText('after', details({ examples: ['verify', 'verify --json'], no: 'the tables differ' }))
    .action((options: { json?: boolean }) =>
      withStack(async ({ databaseUrl: url }) => {
        const { json = false } = options
        const rebuilt = await rebuildWithProgress({ url, madeFor: 'verify', swap: false, quiet: json })
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

function verdict(
  {
    wentLive,
    different,
    generation,
    comparedWith,
  }: { wentLive: boolean; different: number; generation: number; comparedWith: number },
  dryRun: boolean,
): string {
  if (wentLive) return paint.good(`Generation ${generation} is live.`)
  const unchanged = `Generation ${comparedWith} stays live; the rebuilt one was dropped.`
  if (different === 0) return paint.good(`They are the same. ${unchanged}`)
  const hint = dryRun ? '' : ' To make it live nevertheless: --accept-differences.'
  return paint.bad(`They differ. ${unchanged}${hint}`)
}
