import { Command } from 'commander'
import { withStack } from '../connect.ts'
import { describeComparison, rebuildVisibly } from '../rebuild.ts'
import { paint } from '../terminal/paint.ts'

type Options = { dryRun?: boolean; acceptDifferences?: boolean; json?: boolean }

export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'builds the read tables anew beside the live ones, compares them, and puts them live; sends nothing',
    )
    .option('--dry-run', 'compares only, and drops what was built')
    .option(
      '--accept-differences',
      'puts them live although they differ: after a bug of a projection was mended',
    )
    .option('--json', 'the outcome as JSON')
    .action((options: Options) =>
      withStack(async ({ databaseUrl: url }) => {
        const { dryRun = false, acceptDifferences = false, json = false } = options
        const rebuilt = await rebuildVisibly({
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
  const kept = `Generation ${comparedWith} stays live; the rebuilt one was dropped.`
  if (different === 0) return paint.good(`They are the same. ${kept}`)
  const how = dryRun ? '' : ' To put it live all the same: --accept-differences.'
  return paint.bad(`They differ. ${kept}${how}`)
}
