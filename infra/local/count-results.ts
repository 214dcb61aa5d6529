/** Prints the counts of the last `npm test` as one line, the last one of .ci/run; non-zero unless all passed. */
import { inRepository } from './start/paths.ts'
import { countResults, describeCounts } from './test/counts.ts'

const counts = countResults(inRepository('test-results'))
console.log(describeCounts(counts))
process.exitCode = counts.failed > 0 ? 1 : 0
