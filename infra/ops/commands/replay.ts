import { type ProjectionName, projectionNames } from '@jaanch/contracts/projections'
import type { Queryable } from '@jaanch/eventlog/read'
import type { Rebuilt } from '@jaanch/projector/generations/rebuild'
import { Command, InvalidArgumentError, Option } from 'commander'
import { carryOut } from '../carry-out.ts'
import { describeComparison } from '../describe-comparison.ts'
import { UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'
import { tryOtherCode } from '../what-if/try-other-code.ts'
import { parseReason } from './resolution.ts'

type VerifyOptions = { projection?: ProjectionName; reason?: string; json?: boolean; nightly?: string }
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
      details(
        'replay --dry-run',
        'replay --dry-run --code main',
        'replay --projection notifications --json',
        'replay --accept-differences --reason "the projection of rewards had a bug"',
        { no: 'the tables differ and did not go live' },
      ),
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
    .option(
      '--nightly <time>',
      'does not verify now, but every night at this time in India (03:00 unless it is set), or off',
      parseNight,
    )
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      details('verify', 'verify --projection counts', 'verify --json', 'verify --nightly off', {
        no: 'the tables differ',
      }),
    )
    .action(({ projection, reason, json = false, nightly }: VerifyOptions) =>
      withStack(async ({ databaseUrl: url, pool }) => {
        if (nightly) return setNight(pool, nightly)
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

function parseNight(text: string): string {
  if (/^(([01]\d|2[0-3]):[0-5]\d|off)$/.test(text)) return text
  throw new InvalidArgumentError('Write a time of day in India such as 03:00, or off.')
}

/** The projectors read it every second. */
async function setNight(db: Queryable, at: string): Promise<void> {
  await db.query(
    `insert into settings (key, value) values ('nightly-verify', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [at],
  )
  console.log(
    at === 'off'
      ? 'Nothing is verified at night.'
      : `The read tables are verified every night at ${at} in India.`,
  )
}

function verdict({ wentLive, different, generation, comparedWith }: Rebuilt, dryRun: boolean): string {
  if (wentLive) return paint.good(`Generation ${generation} is live.`)
  const unchanged = `Generation ${comparedWith} stays live; the rebuilt one was dropped.`
  if (different === 0) return paint.good(`They are the same. ${unchanged}`)
  const hint = dryRun ? '' : ' To make it live nevertheless: --accept-differences --reason <text>.'
  return paint.bad(`They differ. ${unchanged}${hint}`)
}
