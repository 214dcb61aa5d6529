import { randomUUID } from 'node:crypto'
import { modelVersion } from '@jaanch/booking-stream/model-version'
import { formatDuration, formatNumber } from '@jaanch/operations/format'
import { type RunRequest, requestRun } from '@jaanch/operations/runs/runs'
import { StoppedError } from '@jaanch/projector/feed/feed'
import { RebuildRefused, type Rebuilt } from '@jaanch/projector/generations/rebuild'
import { executeRun, RunStopped } from '@jaanch/projector/runs/execute-run'
import { Command } from 'commander'
import { Problem } from '../../local/problem.ts'
import { AnswerNo, InterruptedProblem, UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { operatorActor, recordCommand } from '../record-command.ts'
import { type Stack, withStack } from '../stack.ts'
import { formatTable, interruptSignal, paint, showProgress } from '../terminal.ts'
import { countBetween, parseReason, resolvePath } from './options.ts'

type Options = { acceptDifferences?: number; reason?: string; code?: string; json?: boolean }

export function replayCommand(): Command {
  return new Command('replay')
    .description(
      'rebuilds the read tables beside the live ones and makes them live, unless rows differ; sends nothing',
    )
    .option(
      '--accept-differences <run>',
      'makes them live if no more rows of a table differ than in this run, the newest; needs --reason',
      countBetween(1),
    )
    .option(
      '--code <path or git ref>',
      'only compares: with the tables that another version of the projections makes, which must have packages/booking-stream',
    )
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      details(
        'replay',
        'replay --json',
        'replay --accept-differences 12 --reason "the projection of rewards had a bug"',
        'replay --code main',
        { no: 'the tables differ and did not go live' },
      ),
    )
    .action(({ acceptDifferences: accepts, reason, code, json = false }: Options) =>
      withStack(async (stack) => {
        if (code !== undefined && accepts) {
          throw new UsageProblem('A trial makes nothing live: give either --code or --accept-differences.')
        }
        if (code !== undefined) return tryCode(stack, code, { reason, json })
        if (accepts && !reason) {
          throw new UsageProblem('Say why the differences are right: --accept-differences needs --reason.')
        }
        await recordCommand(stack.pool, 'replay', accepts ? { accepts } : {})
        const request = { kind: 'replay', accepts, reason: reason ?? null } as const
        const replayed = await carryOutRun(stack, request, { quiet: json })
        const { wentLive, generation, comparedWith, run } = replayed
        const sentence = wentLive
          ? paint.good(`Generation ${generation} is live.`)
          : paint.bad(
              `They differ. Generation ${comparedWith} stays live; the rebuilt one was dropped. To make such tables live: --accept-differences ${run} --reason <text>.`,
            )
        print(replayed, json, sentence)
        if (!wentLive) throw new AnswerNo()
      }),
    )
}

/** @param code a path that begins with / or ., a release beside this one, or a commit, branch or tag of this checkout. @throws AnswerNo if it makes other tables */
async function tryCode(
  stack: Stack,
  code: string,
  { reason, json }: { reason: string | undefined; json: boolean },
): Promise<void> {
  const named = /^[./]/.test(code) ? resolvePath(code) : code
  const tried = await carryOutRun(
    stack,
    { kind: 'trial', code: named, reason: reason ?? null },
    { quiet: json },
  )
  const { different, notCompared } = tried
  const sentence =
    different === 0 ? paint.good(`${code} makes the same tables.`) : paint.bad(`${code} makes other tables.`)
  print(tried, json, ...notCompared, `${sentence} The live ones are unchanged.`)
  if (different > 0) throw new AnswerNo()
}

export function verifyCommand(): Command {
  return new Command('verify')
    .description('rebuilds the read tables beside the live ones and compares them row by row')
    .option('--reason <text>', 'the reason, which is stored', parseReason)
    .option('--json', 'the result as JSON')
    .addHelpText('after', details('verify', 'verify --json', { no: 'the tables differ' }))
    .action(({ reason, json = false }: Pick<Options, 'reason' | 'json'>) =>
      withStack(async (stack) => {
        const verified = await carryOutRun(stack, { kind: 'verify', reason: reason ?? null }, { quiet: json })
        const isRight = verified.different === 0
        const sentence = isRight
          ? paint.good('The live read tables are what the log says.')
          : paint.bad('The live read tables are not what the log says.')
        print(verified, json, sentence)
        if (!isRight) throw new AnswerNo()
      }),
    )
}

/**
 * Records a run, carries it out in this process and shows the progress.
 * @throws Problem, AppError operation-refused
 */
async function carryOutRun(
  { databaseUrl: url, pool }: Stack,
  request: Omit<RunRequest, 'requestedBy' | 'version'>,
  { quiet }: { quiet: boolean },
): Promise<Rebuilt & { run: number }> {
  const signal = interruptSignal()
  const token = randomUUID()
  const run = await requestRun(
    pool,
    { ...request, requestedBy: operatorActor(), version: modelVersion },
    token,
  )
  const showEvents = quiet ? undefined : showProgress('events')
  try {
    const rebuilt = await executeRun({
      url,
      run: {
        kind: request.kind,
        code: request.code ?? null,
        acceptsDifferences: Boolean(request.accepts),
        token,
      },
      signal,
      onProgress: ({ done, total }) => showEvents?.(done, total),
      // also with --json: it goes to stderr
      onFallback: (error) =>
        console.error('The streams could not be folded one by one, feeding the log in its order:', error),
      onPhase: (phase, table) => {
        if (phase === 'comparing' && !table && !quiet) console.error('Comparing row by row …')
      },
    })
    return { ...rebuilt, run }
  } catch (error) {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: the live read tables are unchanged.')
    if (error instanceof RebuildRefused || error instanceof RunStopped) throw new Problem(error.message)
    if (error instanceof StoppedError) {
      throw new Problem(
        `Event ${formatNumber(error.position)} (${error.type}) cannot be applied: ${error.message}\nThe live read tables are unchanged.`,
      )
    }
    throw error
  }
}

/** @param lines what the comparison means */
function print(compared: Rebuilt, json: boolean, ...lines: readonly string[]): void {
  console.log(
    json ? JSON.stringify(compared, null, 2) : [describeComparison(compared), '', ...lines].join('\n'),
  )
}

/** The number of rows of each table, and the first rows that differ. */
function describeComparison({ tables, comparedWith, generation, position, filling }: Rebuilt): string {
  const rate = formatNumber(Math.round(position / (filling / 1_000)))
  const lines = [
    `Generation ${generation} was built from ${formatNumber(position)} events in ${formatDuration(filling)} (${rate} a second) and compared with generation ${comparedWith}.`,
    '',
    formatTable(tables.map(({ table, live, rebuilt, different }) => ({ table, live, rebuilt, different }))),
  ]
  for (const { table, key, live, rebuilt } of tables.flatMap(({ examples }) => examples)) {
    lines.push('', `${paint.bold(table)} ${JSON.stringify(key)}`)
    lines.push(`  live     ${live ? JSON.stringify(live) : 'has no such row'}`)
    lines.push(`  rebuilt  ${rebuilt ? JSON.stringify(rebuilt) : 'has no such row'}`)
  }
  return lines.join('\n')
}
