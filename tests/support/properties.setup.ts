import fc from 'fast-check'

/**
 * A property whose runs use a server reports its first counterexample, with the seed and path that repeat it. Making the counterexample
 * smaller takes hundreds of runs, so that the test would end by its time limit without a reason.
 */
fc.configureGlobal({ endOnFailure: true })
