import { Command } from 'commander'
import { carryOutRun, describeComparison } from '../carry-out-run.ts'
import { AnswerNo, UsageProblem } from '../exit-codes.ts'
import { details } from '../help.ts'
import { parseReason, recordCommand } from '../record-command.ts'
import { type Stack, withStack } from '../stack.ts'
import { paint } from '../terminal/terminal.ts'
import { countBetween, resolvePath } from './options.ts'

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
      'only compares: with the tables that another version of the projections makes',
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
        if (json) console.log(JSON.stringify(replayed, null, 2))
        else {
          const sentence = wentLive
            ? paint.good(`Generation ${generation} is live.`)
            : paint.bad(
                `They differ. Generation ${comparedWith} stays live; the rebuilt one was dropped. To make such tables live: --accept-differences ${run} --reason <text>.`,
              )
          console.log(`${describeComparison(replayed)}\n\n${sentence}`)
        }
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
  if (json) console.log(JSON.stringify(tried, null, 2))
  else {
    const sentence =
      different === 0
        ? paint.good(`${code} makes the same tables.`)
        : paint.bad(`${code} makes other tables.`)
    console.log(
      [describeComparison(tried), '', ...notCompared, `${sentence} The live ones are unchanged.`].join('\n'),
    )
  }
  if (different > 0) throw new AnswerNo()
}
