import { formatActor, formatDuration, formatNumber, istTime } from '@jaanch/operations/format'
import { type Run, readRun, readRuns } from '@jaanch/operations/runs'
import { acceptRun, continueRun, pauseRun, stopRun } from '@jaanch/operations/steer-run'
import { Command, InvalidArgumentError } from 'commander'
import { details } from '../help.ts'
import { recordCommand } from '../record-command.ts'
import { type Stack, withStack } from '../stack.ts'
import { formatTable } from '../terminal/format.ts'
import { operator, parseReason } from './resolution.ts'

type Json = { json?: boolean }

export function runsCommand(): Command {
  const runs = new Command('runs').description('replays and verifies')
  runs
    .command('list', { isDefault: true })
    .description('the last ten: who, why, how they ended')
    .option('--json', 'as JSON')
    .addHelpText('after', details('runs list', 'runs list --json'))
    .action(({ json = false }: Json) => withStack(({ pool }) => list(pool, json)))
  const steering = [
    ['pause', 'pauses one while it fills or compares, for an hour at most', pauseRun],
    ['continue', 'continues a paused one', continueRun],
    ['stop', 'ends one, or drops its tables while it waits for a decision', stopRun],
  ] as const
  for (const [name, description, steer] of steering) {
    runs
      .command(name)
      .description(description)
      .argument('<id>', 'its number in the list', parseId)
      .option('--json', 'the run as JSON')
      .addHelpText('after', details(`runs ${name} 12`, `runs ${name} 12 --json`))
      .action((id: number, _: Json, command: Command) =>
        withStack(async ({ pool }) => {
          await recordCommand(pool, `runs ${name}`, { run: id })
          await steer(pool, id, actor())
          await print(pool, id, command)
        }),
      )
  }
  runs
    .command('accept')
    .description('makes the rebuilt tables of one that waits for a decision live')
    .argument('<id>', 'its number in the list', parseId)
    .option(
      '--reason <text>',
      'why the differences are right, which is stored; needed if there are some',
      parseReason,
    )
    .option('--json', 'the run as JSON')
    .addHelpText(
      'after',
      details('runs accept 12', 'runs accept 12 --reason "the projection of rewards had a bug" --json'),
    )
    .action((id: number, { reason }: Json & { reason?: string }, command: Command) =>
      withStack(async ({ pool }) => {
        const { comparison } = await readRun(pool, id)
        await recordCommand(pool, 'runs accept', { run: id, comparison })
        await acceptRun(pool, id, actor(), { comparison, reason: reason ?? null })
        await print(pool, id, command)
      }),
    )
  return runs
}

const actor = () => `operator:${operator().slice(0, 64)}`

async function print(pool: Stack['pool'], id: number, command: Command): Promise<void> {
  const { differences, ...run } = await readRun(pool, id)
  if (command.opts<Json>().json) return console.log(JSON.stringify({ ...run, differences }, null, 2))
  console.log(`Run ${id}: ${stateOf(run)}.`)
}

async function list(pool: Stack['pool'], json: boolean): Promise<void> {
  const runs = await readRuns(pool)
  if (json) return console.log(JSON.stringify(runs, null, 2))
  if (runs.length === 0) return console.log('No replays or verifies.')
  console.log(
    formatTable(runs, [
      { head: 'id', value: ({ id }) => String(id), align: 'right' },
      { head: 'what', value: ({ kind, projection }) => `${kind}${projection ? ` of ${projection}` : ''}` },
      { head: 'asked for', value: ({ requestedAt }) => istTime(requestedAt) },
      { head: 'by', value: ({ requestedBy }) => formatActor(requestedBy) },
      { head: 'took', value: durationOf },
      { head: 'state', value: stateOf },
      {
        head: 'different',
        value: ({ different }) => (different === null ? '' : formatNumber(different)),
        align: 'right',
      },
      { head: 'reason', value: ({ reason }) => reason ?? '' },
      { head: 'result', value: ({ result }) => result ?? '' },
    ]),
  )
}

function durationOf({ startedAt, finishedAt }: Run): string {
  return startedAt ? formatDuration((finishedAt ?? new Date()).getTime() - startedAt.getTime()) : ''
}

function stateOf({ state, wanted, waitsUntil, progress, finishedAt }: Run): string {
  if (finishedAt) return state
  if (progress?.isPaused) return `${state}, paused${waitsUntil ? ` until ${istTime(waitsUntil)}` : ''}`
  return wanted === 'run' ? state : `${state}, is to ${wanted}`
}

function parseId(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('It must be the number of a run.')
  return value
}
