/** A small mistake in the product's code, such as somebody might make. */
export type Fault = {
  /** A sentence that says what a user or an operator would suffer */
  name: string
  /** Path from the root of the repository, as those of `caughtBy` */
  file: string
  /** Text of the file that occurs exactly once */
  from: string
  /** The text that replaces it; it must still compile */
  to: string
  /** The cheapest test files, one to three, of which at least one must fail */
  caughtBy: readonly [string, ...string[]]
}
