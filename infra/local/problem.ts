/** A failure with a known cause. Its message (what is wrong, what to do) is printed without a stack trace. */
export class Problem extends Error {
  override name = 'Problem'
}
