import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type ProjectionName, projectionNames } from '@jaanch/contracts/projections'
import type { Queryable } from '@jaanch/eventlog/read'
import { formatNumber } from '@jaanch/operations/format'
import { type RunRequest, requestRun } from '@jaanch/operations/request-run'
import { StoppedError } from '@jaanch/projector/feed/feed'
import { RebuildRefused, type Rebuilt } from '@jaanch/projector/generations/rebuild'
import { readClaimed } from '@jaanch/projector/runs/claim-run'
import { executeRun } from '@jaanch/projector/runs/execute-run'
import { RunLost, RunStopped } from '@jaanch/projector/runs/run-control'
import { Command, InvalidArgumentError, Option } from 'commander'
import type pg from 'pg'
import { Problem } from '../../local/problem.ts'
import { describeComparison } from '../describe-comparison.ts'
import { AnswerNo, InterruptedProblem, UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { withStack } from '../stack.ts'
import { showProgress } from '../terminal/progress.ts'
import { interruptSignal, paint } from '../terminal/terminal.ts'
import { tryOtherCode } from '../what-if/try-other-code.ts'
import { operator, parseReason } from './resolution.ts'

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
        console.log(describe(rebuilt, json, verdict(rebuilt, dryRun)))
        if (rebuilt.different > 0 && !rebuilt.wentLive) throw new AnswerNo()
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
        const isRight = rebuilt.different === 0
        const sentence = isRight
          ? paint.good('The live read tables are what the log says.')
          : paint.bad('The live read tables are not what the log says.')
        console.log(describe(rebuilt, json, sentence))
        if (!isRight) throw new AnswerNo()
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

function describe(rebuilt: Rebuilt, json: boolean, sentence: string): string {
  return json ? JSON.stringify(rebuilt, null, 2) : `${describeComparison(rebuilt)}\n\n${sentence}`
}

function verdict({ wentLive, different, generation, comparedWith }: Rebuilt, dryRun: boolean): string {
  if (wentLive) return paint.good(`Generation ${generation} is live.`)
  const unchanged = `Generation ${comparedWith} stays live; the rebuilt one was dropped.`
  if (different === 0) return paint.good(`They are the same. ${unchanged}`)
  const hint = dryRun ? '' : ' To make it live nevertheless: --accept-differences --reason <text>.'
  return paint.bad(`They differ. ${unchanged}${hint}`)
}

type Options = {
  url: string
  pool: pg.Pool
  request: Omit<RunRequest, 'requestedBy'>
  quiet?: boolean
}

/** Records a replay or verify, carries it out in this process and shows the progress. @throws Problem, AppError operation-refused */
async function carryOut({ url, pool, request, quiet = false }: Options): Promise<Rebuilt> {
  const signal = interruptSignal()
  const [token, requestedBy] = [randomUUID(), `operator:${operator().slice(0, 64)}`]
  await requestRun(pool, { ...request, requestedBy }, { token, executedBy: `terminal on ${hostname()}` })
  const run = await readClaimed(pool, token)
  if (!run) throw new Problem('It was stopped before it began.')
  const progress = quiet ? undefined : showProgress('events')
  const print = (line: string) => quiet || console.error(line)
  try {
    return await executeRun({
      url,
      run,
      signal,
      onProgress: ({ done, total }) => progress?.update(done, total),
      // also with --json: it goes to stderr
      onFallback: (error) =>
        console.error('The streams could not be folded one by one, feeding the log in its order:', error),
      onPhase: (phase, table) => {
        if (phase !== 'filling') progress?.stop()
        if (phase === 'comparing' && !table) print('Comparing row by row …')
        if (phase === 'going live') print('Going live …')
      },
    })
  } catch (error) {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: the live read tables are unchanged.')
    if (error instanceof RebuildRefused || error instanceof RunStopped || error instanceof RunLost)
      throw new Problem(error.message)
    if (error instanceof StoppedError) {
      throw new Problem(
        `Event ${formatNumber(error.position)} (${error.type}) cannot be applied: ${error.message}\nThe live read tables are unchanged.`,
      )
    }
    throw error
  } finally {
    progress?.stop()
  }
}
