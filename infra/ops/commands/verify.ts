import { Command } from 'commander'
import { withStack } from '../connect.ts'
import { describeComparison, rebuildVisibly } from '../rebuild.ts'
import { paint } from '../terminal/paint.ts'

export function verifyCommand(): Command {
  return new Command('verify')
    .description('rebuilds the read tables aside and compares them row by row; exit code 1 on any difference')
    .option('--json', 'the outcome as JSON')
    .action((options: { json?: boolean }) =>
      withStack(async ({ databaseUrl: url }) => {
        const { json = false } = options
        const rebuilt = await rebuildVisibly({ url, madeFor: 'verify', swap: false, quiet: json })
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
