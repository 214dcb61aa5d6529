import { modelVersion } from '@jaanch/contracts/model-version'
import { describeComparison } from '../describe-comparison.ts'
import { AnswerNo, InterruptedProblem } from '../exit-codes.ts'
import { showProgress } from '../terminal/progress.ts'
import { interruptSignal, paint } from '../terminal/terminal.ts'
import { openOtherCode } from './other-code.ts'
import { type WhatIf, whatIf } from './what-if.ts'

type Options = { url: string; code: string; json: boolean }

/**
 * `replay --code`: prints how the read tables would differ. @throws AnswerNo if they would, InterruptedProblem, Problem
 */
export async function tryOtherCode({ url, code, json }: Options): Promise<void> {
  // before the other code is written to a temporary directory, which must not be left behind
  const signal = interruptSignal()
  const other = await openOtherCode(code)
  const progress = json ? undefined : showProgress('events')
  try {
    const found = await whatIf({
      url,
      directory: other.directory,
      signal,
      onProgress: (done, total) => progress?.(done, total),
      onFallback: (why) =>
        console.error(`The streams could not be folded one by one, feeding the log in its order: ${why}`),
      onComparing: () => json || console.error('Comparing row by row …'),
    })
    console.log(json ? JSON.stringify(found, null, 2) : describe(found, code))
    if (found.different > 0) throw new AnswerNo()
  } catch (error) {
    if (signal.aborted) throw new InterruptedProblem('Interrupted: the live read tables are unchanged.')
    throw error
  } finally {
    await other.remove()
  }
}

function describe(found: WhatIf, code: string): string {
  const { different, otherVersion, onlyLive, onlyRebuilt } = found
  const lines = [describeComparison(found), '']
  if (otherVersion !== modelVersion)
    lines.push(`Model version ${otherVersion} there, ${modelVersion} here: only what both have was compared.`)
  if (onlyLive.length > 0) lines.push(`Only here, not compared: ${onlyLive.join(', ')}`)
  if (onlyRebuilt.length > 0) lines.push(`Only there, not compared: ${onlyRebuilt.join(', ')}`)
  const same = different === 0 && onlyLive.length + onlyRebuilt.length === 0
  const verdict = same ? `${code} makes the same tables.` : `${code} makes other tables.`
  lines.push(`${(same ? paint.good : paint.bad)(verdict)} The live ones are unchanged.`)
  return lines.join('\n')
}
