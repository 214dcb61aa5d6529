/**
 * What changed since the earlier release has what it needs (`npm run check:change`). It is here and not among the tests of npm test,
 * because it needs the history of the repository: where that is missing, it is reported as skipped with the reason. The fingerprint of the
 * read tables has a test of its own.
 */
import { repository } from '@jaanch/infra/local/paths'
import { describe, expect, it } from 'vitest'
import { checkChange } from '../../change/check-change.ts'
import { missingIn } from '../../change/describe-change.ts'
import { earlierRelease, whyNoEarlierRelease } from './earlier-release.ts'

const reason = whyNoEarlierRelease()

describe.skipIf(reason)(`the change since the earlier release${reason ? ` (${reason})` : ''}`, () => {
  it('has the model version, the migrations and the lines for operators that it needs', async () => {
    const change = await checkChange({ repository, since: earlierRelease })
    if (!('findings' in change)) return expect.unreachable(change.why)
    expect(change.notCompared).toEqual([])
    expect(missingIn(change)).toEqual([])
  }, 120_000)
})
